import type { AnswerOf } from '@inaam/contract/console/calls.ts';

export type Finding = AnswerOf<'readSms'>['findings'][number];

const order = ['fault', 'warning', 'skipped', 'ok'] as const;

/** Worst first; within a state, in the order in which problems cause one another. */
export const sortedFindings = (findings: readonly Finding[]): Finding[] =>
  order.flatMap((state) => findings.filter((finding) => finding.state === state));
