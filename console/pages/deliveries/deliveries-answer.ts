import type { AnswerOf } from '@inaam/contract/console/calls.ts';

export type Stock = AnswerOf<'readStock'>;
export type Deliveries = AnswerOf<'readDeliveries'>;
export type Examples = AnswerOf<'readDebtExamples'>;
