import { expect, test } from 'vitest';
import { comparedPeriod, shareOfDay, sumOf, type OverviewCounts } from './compared-period.rules.ts';

const at = (text: string) => Date.parse(`${text}+05:30`);
const now = at('2025-05-21T12:30:20');

test.each([
  ['today', '2025-05-21', '2025-05-21', '2025-05-14', '2025-05-14', '2025-05-14T12:30:20'],
  ['7 days', '2025-05-15', '2025-05-21', '2025-05-08', '2025-05-14', '2025-05-14T12:30:20'],
  ['8 days', '2025-05-14', '2025-05-21', '2025-04-30', '2025-05-07', '2025-05-07T12:30:20'],
  ['yesterday', '2025-05-20', '2025-05-20', '2025-05-13', '2025-05-13', '2025-05-14T00:00:00'],
  ['days to come', '2025-05-20', '2025-05-23', '2025-05-13', '2025-05-14', '2025-05-14T12:30:20'],
])('%s is compared with the same weekdays before', (_, from, until, first, last, end) => {
  const compared = comparedPeriod({ from, until }, { now, programmeFrom: '2025-04-30' });
  expect(compared).toMatchObject({
    from: first,
    until: last,
    at: at(end),
    start: at(`${first}T00:00:00`),
  });
});

test('nothing before the programme is compared', () => {
  const period = { from: '2025-05-14', until: '2025-05-21' };
  expect(comparedPeriod(period, { now, programmeFrom: '2025-05-01' })).toBeNull();
});

test('of a day, a moment in it has the share of its hours, the running one by its minutes', () => {
  const counts = (visits: number): OverviewCounts => ({ ...sumOf([]), visits });
  const hours = [
    { hour: at('2025-05-14T09:00:00'), counts: counts(10) },
    { hour: at('2025-05-14T12:00:00'), counts: counts(8) },
    { hour: at('2025-05-14T13:00:00'), counts: counts(2) },
  ];
  const share = shareOfDay(hours, at('2025-05-14T12:30:59'));
  expect(share.visits).toBe(14 / 20);
  // Of what did not happen on that day, the share of the day.
  expect(share.failed).toBeCloseTo(12.5 / 24, 2);
});
