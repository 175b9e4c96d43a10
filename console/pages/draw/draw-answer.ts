import type { AnswerOf } from '@inaam/contract/console/calls.ts';

export type Draw = AnswerOf<'readDraw'>;
export type Verification = AnswerOf<'readVerification'>;
