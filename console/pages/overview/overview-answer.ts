import type { AnswerOf } from '@inaam/contract/console/calls.ts';

export type Overview = AnswerOf<'readOverview'>;
export type Counts = Overview['total'];
