// The verdict as text and JSON. Every sentence is also in verify.py.
import { canonicalJson } from './canonical-json.ts';
import type { Verdict } from './verify-campaign.ts';

/** One line of canonical JSON, byte for byte the same in both implementations. */
export function formatJson(verdict: Verdict): string {
  return `${canonicalJson(verdict)}\n`;
}

export function formatText(verdict: Verdict): string {
  if (!verdict.valid) return `NOT VALID. ${verdict.fault.message}\n`;
  const { entries, verified, granted, bonus, draws, daysApart: apart } = verdict;
  const span = entries === 0 ? '' : `, from ${verdict.firstAt} to ${verdict.lastAt}`;
  const days =
    apart === null
      ? 'no entry, no day'
      : apart.least === 0 && apart.most === 0
        ? 'each entry is of the day in India at its minute'
        : `entries are of days ${apart.least} to ${apart.most} later than the day in India at their minute: ask why`;
  const published =
    verdict.amendments === 'equal'
      ? 'as published'
      : 'not compared: compare them with those that were published';
  const amendments =
    verdict.amended === 0
      ? 'none'
      : `${verdict.amended}, the last day is ${verdict.lastDay}; ${published}`;
  const lines = [
    'VALID. Every entry follows from the commitment, the secret and the rules.',
    `Campaign    ${verdict.campaign}`,
    `Commitment  ${verdict.commitment}, ${verdict.expected ? 'as expected' : 'not compared: compare it with the one published before the start'}`,
    'Secret      its SHA-256 is the committed one',
    `Ledger      ${entries} entries${span}: ${verified} verified, ${granted} granted, ${verified - granted} without a reward yet${bonus > 0 ? `, ${bonus} bonuses` : ''}`,
    `Chain       unbroken from the commitment to ${verdict.hash}`,
    `Draws       ${draws} recomputed, without a gap`,
    `Days        ${days}`,
    `Amendments  ${amendments}`,
    ...verdict.pools.map(
      ({ pool, planned, granted, unplayed }) =>
        `Budget      ${pool}: ${planned} planned, ${granted} granted, ${planned - granted} remain, of which ${unplayed} were promised`,
    ),
    `Head        ${verdict.head === 'equal' ? 'the ledger ends with it' : 'not given: entries missing at the end would not be seen'}`,
    ...(verdict.through > 0
      ? [`Earlier     the ledger goes through ${verdict.through} heads`]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}
