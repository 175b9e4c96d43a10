import { expect, test } from 'vitest';
import {
  levelOf,
  matches,
  sorted,
  summaryOf,
  timeInWords,
  type CampaignRow,
  type Sort,
} from './campaign-list.ts';

const rowOf = (name: string, own: Partial<CampaignRow> = {}): CampaignRow => ({
  id: name.toLowerCase(),
  name,
  color: '#8c1b13',
  role: 'viewer',
  state: 'running',
  from: '2026-01-01',
  lastDay: '2026-03-31',
  today: '2026-03-01',
  worst: { kind: 'well', level: 'well', text: 'All is well.', todo: '' },
  others: 0,
  visits: 0,
  winners: 0,
  rupees: 0,
  days: [],
  ...own,
});
const saying = (level: 'act' | 'look') => ({
  worst: { kind: 'stock', level, text: 'Codes are short.', todo: 'Load some.' } as const,
});

const rows = [
  rowOf('Chai', { visits: 5, rupees: 1, winners: 2 }),
  rowOf('Biscuit', { visits: 9, winners: 3, lastDay: '2026-03-05' }),
  rowOf('Cola', { ...saying('look'), state: 'paused' }),
  rowOf('Aloo', { state: 'over', rupees: 7, lastDay: '2026-02-01' }),
  rowOf('Rusk', { ...saying('act'), visits: 1 }),
  rowOf('Tea', { ...saying('act'), state: 'notStarted' }),
];

test.each<[Sort, boolean, string]>([
  ['worst', false, 'Rusk Cola Tea Biscuit Chai Aloo'],
  ['worst', true, 'Aloo Biscuit Chai Tea Cola Rusk'],
  ['name', false, 'Aloo Biscuit Chai Cola Rusk Tea'],
  ['name', true, 'Tea Rusk Cola Chai Biscuit Aloo'],
  ['state', false, 'Biscuit Chai Rusk Cola Tea Aloo'],
  ['visits', false, 'Biscuit Chai Rusk Aloo Cola Tea'],
  ['winners', false, 'Biscuit Chai Aloo Cola Rusk Tea'],
  ['rupees', false, 'Aloo Chai Biscuit Cola Rusk Tea'],
])('by %s, the other way round: %s', (sort, isReversed, names) => {
  expect(sorted(rows, sort, isReversed).map(({ name }) => name)).toEqual(names.split(' '));
});

test('before the start nothing needs somebody now', () => {
  expect(rows.map(levelOf)).toEqual(['well', 'well', 'look', 'well', 'act', 'look']);
  expect(summaryOf(rows)).toBe('6 campaigns, 3 running; 1 needs you now.');
  expect(summaryOf(rows.slice(0, 1))).toBe('1 campaign, 1 running; none needs you now.');
});

test.each<[Partial<CampaignRow>, string]>([
  [{}, '31 days left'],
  [{ state: 'paused', lastDay: '2026-03-02' }, '2 days left'],
  [{ lastDay: '2026-03-01' }, 'last day'],
  [{ state: 'over', lastDay: '2026-02-01' }, 'ended 1 Feb 2026'],
  [{ state: 'notStarted', from: '2026-03-02' }, 'starts tomorrow'],
  [{ state: 'notStarted', from: '2026-04-02' }, 'starts 2 Apr 2026'],
  [{ state: 'notStarted' }, 'not committed to'],
])('how long it takes, of %j', (own, words) => {
  expect(timeInWords(rowOf('Chai', own))).toBe(words);
});

test.each([
  ['', true],
  ['goli', true],
  ['rain go', true],
  ['SODA', true],
  ['oda', false],
  ['goli tea', false],
])('the search for %j finds Inaam Goli Soda-Rains: %s', (term, isFound) => {
  expect(matches('Inaam Goli Soda-Rains', term)).toBe(isFound);
});
