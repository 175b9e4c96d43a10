// The verdict as text.
import type { Verdict } from './verify-campaign.ts';

const whole = 'VALID. Every entry follows from the commitment, the secret and the rules.';
const partial = 'VALID SO FAR. Cards, seals and questions were not computed: they need the secret.';

/** @param missing options for what was not compared */
export function formatText(verdict: Verdict, missing: readonly string[]): string {
  if (!verdict.valid) return `NOT VALID. ${verdict.fault.message}\n`;
  const { daysApart, entries, verified, granted, bonus, amended, draws } = verdict;
  const lines = [
    verdict.isWhole ? whole : partial,
    `Campaign      ${verdict.campaign}, the last day is ${verdict.lastDay}`,
    `Commitment    ${verdict.commitment}`,
    `Ledger        ${entries} entries: verified ${verified}, granted ${granted}, bonuses ${bonus}, amendments ${amended}`,
    `Draws         ${draws}, without a gap`,
    `Days          ${daysApart} at most from the day in India at their minute`,
    `Head          ${verdict.hash}`,
    ...verdict.pools.map(
      ({ pool, planned, granted: paid, unplayed }) =>
        `Budget        ${pool}: ${planned} planned, ${paid} granted, ${planned - paid} remain, of which ${unplayed} were promised`,
    ),
    ...missing.map((option) => `Not compared  --${option} was not given`),
  ];
  return `${lines.join('\n')}\n`;
}
