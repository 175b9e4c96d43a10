// What the list of campaigns shows, and in which order.
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { countOf, formatDay, startOfDay } from '@inaam/console/ui/format.ts';
import type { Level } from '@inaam/console/ui/states.tsx';

export type CampaignRow = AnswerOf<'readCampaigns'>['campaigns'][number];

const dayMs = 86_400_000;
const daysFrom = (day: string, until: string) =>
  Math.round((startOfDay(until) - startOfDay(day)) / dayMs);

/** Of the days that are left, the last is one. */
export function timeInWords({ state, from, lastDay, today }: CampaignRow): string {
  if (state === 'over') return `ended ${formatDay(lastDay)}`;
  if (state === 'notStarted') {
    if (from <= today) return 'not committed to';
    return daysFrom(today, from) === 1 ? 'starts tomorrow' : `starts ${formatDay(from)}`;
  }
  return lastDay === today ? 'last day' : `${countOf(daysFrom(today, lastDay) + 1, 'day')} left`;
}

export const states: Readonly<Record<CampaignRow['state'], { label: string; level: Level }>> = {
  running: { label: 'Running', level: 'well' },
  paused: { label: 'Paused', level: 'look' },
  notStarted: { label: 'Not started', level: 'none' },
  over: { label: 'Over', level: 'none' },
};

/** Before the start there is time. */
export const levelOf = ({ state, worst: { level } }: CampaignRow) =>
  state === 'notStarted' && level === 'act' ? 'look' : level;

export const sorts = {
  worst: 'Is all well',
  name: 'Name',
  state: 'State',
  visits: 'Visits',
  winners: 'Winners',
  rupees: 'Rupees',
} as const;
export type Sort = keyof typeof sorts;

const levels = { act: 0, look: 1, well: 2 } as const;
const running = { running: 0, paused: 1, notStarted: 2, over: 3 } as const;

/** Smaller numbers first: what needs somebody, what runs, what is larger. */
const orders: Readonly<Record<Sort, (row: CampaignRow) => number>> = {
  worst: (row) => levels[levelOf(row)] * 4 + running[row.state],
  name: () => 0,
  state: ({ state, lastDay }) => running[state] * 1e6 + startOfDay(lastDay) / dayMs,
  visits: ({ visits }) => -visits,
  winners: ({ winners }) => -winners,
  rupees: ({ rupees }) => -rupees,
};

/** @param isReversed the other way round; the same ones stay by name */
export function sorted(
  rows: readonly CampaignRow[],
  sort: Sort,
  isReversed: boolean,
): CampaignRow[] {
  const order = orders[sort];
  const way = isReversed ? -1 : 1;
  const byName = (one: CampaignRow, other: CampaignRow) => one.name.localeCompare(other.name, 'en');
  return rows.toSorted((one, other) =>
    sort === 'name'
      ? way * byName(one, other)
      : way * (order(one) - order(other)) || byName(one, other),
  );
}

/** Each word of the term begins a word of the name. */
export function matches(name: string, term: string): boolean {
  const words = name.toLocaleLowerCase('en').split(/[\s\p{P}]+/u);
  return term
    .toLocaleLowerCase('en')
    .split(/[\s\p{P}]+/u)
    .every((part) => words.some((word) => word.startsWith(part)));
}

/** Below the title. */
export function summaryOf(rows: readonly CampaignRow[]): string {
  const runs = rows.filter(({ state }) => state === 'running').length;
  const act = rows.filter((row) => levelOf(row) === 'act').length;
  const need = act === 0 ? 'none needs you now' : `${act} ${act === 1 ? 'needs' : 'need'} you now`;
  return `${countOf(rows.length, 'campaign')}, ${runs} running; ${need}.`;
}
