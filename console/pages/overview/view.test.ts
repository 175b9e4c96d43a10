import { expect, test } from 'vitest';
import {
  addressOf,
  daysBetween,
  daysOf,
  isKnown,
  shownDays,
  shownFilters,
  toggled,
  valueLabel,
  viewOf,
  type PeriodName,
} from './view.ts';
import { lengthOf } from '../../ui/format.ts';
import { breakdownOf, columnsOf, mostSentence } from './breakdown.ts';

const now = Date.parse('2025-05-06T14:20:00+05:30');
const programme = { from: '2025-04-15', to: '2025-07-14' };
const none = {};

test.each([
  ['', { period: 'week', filter: none }, '/'],
  ['period=week', { period: 'week', filter: none }, '/'],
  ['period=all', { period: 'all', filter: none }, '/?period=all'],
  ['period=century&state=', { period: 'week', filter: none }, '/'],
  [
    'period=today&state=Tamil+Nadu&source=%28none%29&mobile=98',
    { period: 'today', filter: { source: '(none)', state: 'Tamil Nadu' } },
    '/?period=today&source=%28none%29&state=Tamil+Nadu',
  ],
  [
    'period=own&from=2025-05-01&until=2025-05-03',
    { period: 'own', own: { from: '2025-05-01', until: '2025-05-03' }, filter: none },
    '/?period=own&from=2025-05-01&until=2025-05-03',
  ],
  ['period=own&from=2025-05-03&until=2025-05-01', { period: 'own', filter: none }, '/?period=own'],
  ['period=own&from=2025-02-30&until=2025-03-01', { period: 'own', filter: none }, '/?period=own'],
  ['period=own&from=soon', { period: 'own', filter: none }, '/?period=own'],
  [`shop=${'x'.repeat(81)}`, { period: 'week', filter: none }, '/'],
])('reads the view from the address "%s", and writes it back', (search, view, address) => {
  expect(viewOf(search)).toEqual(view);
  expect(addressOf(viewOf(search))).toBe(address);
});

test('filters by a value, by another one instead, and no longer', () => {
  const all = viewOf('period=all&shop=7');
  const goa = toggled(all, 'state', 'Goa');
  expect(goa.filter).toEqual({ shop: '7', state: 'Goa' });
  expect(toggled(goa, 'state', 'Bihar').filter).toEqual({ shop: '7', state: 'Bihar' });
  expect(toggled(goa, 'state', 'Goa')).toEqual(all);
});

test.each<[PeriodName, string, string, number]>([
  ['today', '2025-05-06', '2025-05-06', 1],
  ['yesterday', '2025-05-05', '2025-05-05', 1],
  ['week', '2025-04-30', '2025-05-06', 7],
  ['month', '2025-04-15', '2025-05-06', 22],
  ['all', '2025-04-15', '2025-05-06', 22],
  ['own', '2025-04-30', '2025-05-06', 7],
])('the period "%s" is from %s until %s, %d days', (period, from, until, length) => {
  const days = daysOf({ period }, now, programme);
  expect(days).toEqual({ from, until });
  expect(lengthOf(days)).toBe(length);
});

test.each<[PeriodName, string, string, string]>([
  ['week', '2025-04-15', '2025-04-15', '2025-04-15'],
  ['month', '2025-05-06', '2025-04-15', '2025-05-06'],
  ['today', '2025-07-20', '2025-07-20', '2025-07-20'],
  ['week', '2025-07-20', '2025-07-08', '2025-07-14'],
  ['month', '2025-04-14', '2025-04-14', '2025-04-14'],
])('the period "%s" on %s has no days outside the programme', (period, today, from, until) => {
  const at = Date.parse(`${today}T10:00:00+05:30`);
  expect(daysOf({ period }, at, programme)).toEqual({ from, until });
});

test('takes all days from the start of the programme to its end, or to today', () => {
  const all = { period: 'all' } as const;
  const afterEnd = Date.parse('2025-08-01T10:00:00+05:30');
  expect(daysOf(all, afterEnd, programme)).toEqual({ from: '2025-04-15', until: '2025-07-14' });
  const early = Date.parse('2025-04-14T10:00:00+05:30');
  const today = { from: '2025-04-14', until: '2025-04-14' };
  expect(daysOf(all, early, programme)).toEqual(today);
  expect(daysOf(all, early, undefined)).toEqual(today);
});

test('lists the days between two days across the end of a month', () => {
  const days = ['2025-04-29', '2025-04-30', '2025-05-01'];
  expect(daysBetween({ from: '2025-04-29', until: '2025-05-01' })).toEqual(days);
});

test.each([
  ['2025-05-06', '2025-05-06', '6 May 2025'],
  ['2025-05-01', '2025-05-06', '1 to 6 May 2025'],
  ['2025-04-30', '2025-05-06', '30 Apr to 6 May 2025'],
  ['2024-12-30', '2025-01-02', '30 Dec 2024 to 2 Jan 2025'],
])('shows %s to %s as "%s"', (from, until, text) => {
  expect(shownDays({ from, until })).toBe(text);
});

test('names what has no name of its own, and languages', () => {
  expect(valueLabel('source', '(none)')).toBe('No source in the link');
  expect(valueLabel('shop', '(other)')).toBe('All other shops');
  expect(valueLabel('language', 'hi')).toBe('Hindi');
  expect(valueLabel('language', 'not a tag')).toBe('not a tag');
  expect(valueLabel('state', 'Goa')).toBe('Goa');
  const filter = { language: 'ta', source: 'poster' };
  expect(shownFilters(filter).map(({ text }) => text)).toEqual([
    'Source: poster',
    'Language: Tamil',
  ]);
});

test('knows no visits of a state, because it is registered after them', () => {
  const all = { hasClaims: true, hasReceipts: true, bonuses: { pools: [] } };
  const inGoa = isKnown({ state: 'Goa' }, all);
  expect([inGoa('visits'), inGoa('verified')]).toEqual([false, true]);
  expect(isKnown({ source: 'poster' }, all)('visits')).toBe(true);
});

test.each([
  [{ hasClaims: false }, ['claims']],
  [{ hasReceipts: false }, ['delivered']],
  [{ bonuses: null }, ['asked', 'bonuses', 'wrong']],
] as const)('of a campaign with %j nothing is shown that it has not', (change, absent) => {
  const all = { hasClaims: true, hasReceipts: true, bonuses: { pools: [] } };
  const names = ['verified', 'claims', 'asked', 'bonuses', 'wrong', 'sent', 'delivered'] as const;
  expect(names.filter((name) => !isKnown({}, { ...all, ...change })(name))).toEqual(absent);
});

const part = (value: string, numbers: number | null, verified: number) => ({
  value,
  visits: numbers === null ? null : numbers * 2,
  numbers,
  verified,
  rewarded: verified,
  rupees: verified * 3,
});
const sources = [part('poster', 100, 50), part('(none)', 10, 9), part('pack', 0, 0)];

const values = (column: Parameters<typeof breakdownOf>[2]['column'], isRising = false) =>
  breakdownOf('source', sources, { column, isRising }).map(({ value }) => value);

test.each([
  ['verified', false, ['poster', '(none)', 'pack']],
  ['verified', true, ['pack', '(none)', 'poster']],
  ['label', true, ['(none)', 'pack', 'poster']],
  // A share of nothing is no share, and comes last.
  ['rate', false, ['(none)', 'poster', 'pack']],
  ['rate', true, ['poster', '(none)', 'pack']],
] as const)('sorts by %s, rising: %s', (column, isRising, order) => {
  expect(values(column, isRising)).toEqual(order);
});

test('gives the share of those that requested a code', () => {
  const [poster, none, pack] = breakdownOf('source', sources, {
    column: 'verified',
    isRising: false,
  });
  expect(poster).toMatchObject({ label: 'poster', shownRate: '50%' });
  expect(none).toMatchObject({ label: 'No source in the link', shownRate: '90%' });
  expect(pack).toMatchObject({ shownRate: '–', rate: null });
});

test('says of what most were verified', () => {
  const rows = breakdownOf('source', sources, { column: 'label', isRising: true });
  expect(mostSentence(rows)).toBe('Most verified: poster, 50 of 59.');
  expect(mostSentence([])).toBe('No verified numbers in this period.');
});

test('has no columns of which nothing is known', () => {
  const rows = breakdownOf('state', [part('Goa', null, 5)], { column: 'visits', isRising: false });
  expect(columnsOf(rows)).toEqual(['verified', 'rewarded', 'rupees']);
});
