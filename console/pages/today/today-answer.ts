import type { AnswerOf } from '@inaam/contract/console/calls.ts';

export type Today = AnswerOf<'readToday'>;
export type Counts = Today['total'];
