// When the draw is verified, and what is said of the last time.
import { act, look, type Verdict } from '@inaam/server/figures/opening.rules.ts';
import { dayMs, dayStart, hourMs, indianDay } from '@inaam/server/platform/period.rules.ts';

/** Times in ms. `fault`: the verifier's sentence; null: all was right. */
export type Check = {
  at: number;
  tookMs: number;
  entries: number;
  hash: string;
  fault: string | null;
};

const checkTimes = {
  /** Of a day in India, when few people play. */
  nightMs: { from: 2 * hourMs, until: 5 * hourMs },
  /** A process that starts later than this verifies at once. */
  missedAfterMs: 26 * hourMs,
  lookAfterMs: 2 * dayMs,
} as const;

type Known = {
  /** When the last one began; null: there was none. */
  lastAt: number | null;
  /** Since when somebody waits for one. */
  wantedAt: number | null;
};

/** @param aheadMs of the campaign's clock, by which it is night */
export function isDue({ lastAt, wantedAt }: Known, now: number, aheadMs: number): boolean {
  if (lastAt === null || (wantedAt !== null && wantedAt > lastAt)) return true;
  // After a clock that was set back it has been long enough too.
  if (Math.abs(now - lastAt) > checkTimes.missedAfterMs) return true;
  const midnight = dayStart(indianDay(now + aheadMs)) - aheadMs;
  const { from, until } = checkTimes.nightMs;
  return now >= midnight + from && now < midnight + until && lastAt < midnight + from;
}

const mend = 'Change nothing, and follow "When a fault is found" in plugins/draw-check/guide.md.';

export const faultInWords = (fault: string): string =>
  `The ledger of the draw is not what it must be. ${fault}`;

/** @param committedAt undefined: there is no draw yet */
export function verdictsOf(
  last: Pick<Check, 'at' | 'fault'> | undefined,
  committedAt: number | undefined,
  now: number,
): Verdict[] {
  if (committedAt === undefined) return [];
  if (last && last.fault !== null) return [act('draw', faultInWords(last.fault), mend, 'draw')];
  const days = Math.floor((now - (last?.at ?? committedAt)) / dayMs);
  if (days < checkTimes.lookAfterMs / dayMs) return [];
  const text = last
    ? `The draw was last verified ${days} days ago, and should be each night.`
    : `The draw has not been verified in the ${days} days since its commitment.`;
  return [look('draw', text, 'See whether the program console runs, and its log.', 'draw')];
}
