import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { countOf, formatDuration, formatTime } from '@inaam/console/ui/format.ts';

type Checks = AnswerOf<'readDrawChecks'>['checks'];

export const resultOf = ({ fault }: Pick<Checks[number], 'fault'>): string =>
  fault === null ? 'All right' : fault;

/** Of the last verification. */
export function lastInWords([last]: Checks): string {
  if (!last) return 'The draw has not been verified yet.';
  const entries = countOf(last.entries, 'entry', 'entries');
  return last.fault === null
    ? `Verified on ${formatTime(last.at)}: ${entries}, all right.`
    : `A fault was found on ${formatTime(last.at)}.`;
}

/** "under a second" */
export const durationOf = ({ seconds }: Pick<Checks[number], 'seconds'>): string =>
  seconds < 1 ? 'under a second' : formatDuration(Math.round(seconds));
