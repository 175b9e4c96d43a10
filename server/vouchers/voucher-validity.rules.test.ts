import { expect, test } from 'vitest';
import { promisedUntil, stockMoment, forecastStock } from './voucher-validity.rules.ts';

test.each([
  ['2025-05-05T18:29:59.999Z', '2026-05-05'],
  ['2025-05-05T18:30:00.000Z', '2026-05-06'],
  ['2025-12-31T18:30:00.000Z', '2027-01-01'],
  ['2028-02-27T18:30:00.000Z', '2029-02-28'],
  ['2028-02-28T18:30:00.000Z', '2029-02-28'],
  ['2028-03-28T18:30:00.000Z', '2029-03-29'],
  ['2027-02-27T18:30:00.000Z', '2028-02-28'],
])('[CAM-6] a code assigned at %s is valid until %s, Indian time', (at, until) => {
  expect(promisedUntil(Date.parse(at))).toBe(until);
});

test('[CAM-6] a report of the stock also knows what is promised in 30 days', () => {
  expect(stockMoment(Date.parse('2025-05-05T18:30:00.000Z'))).toEqual({
    promisedUntil: '2026-05-06',
    promisedLater: '2026-06-05',
  });
});

const now = Date.parse('2025-06-10T06:00:00Z');
const daysAgo = (days: number) => now - days * 86_400_000;

test.each([
  ['a steady week', { free: 1000, owed: 0 }, [100, 700, 30], [100, 10]],
  ['a rush today', { free: 1000, owed: 0 }, [400, 700, 30], [400, 2]],
  ['a calm day after a busy week', { free: 1000, owed: 0 }, [1, 1400, 30], [200, 5]],
  ['the second day', { free: 1000, owed: 0 }, [100, 200, 2], [100, 10]],
  ['a calm second day', { free: 1000, owed: 0 }, [100, 300, 2], [150, 6]],
  ['the first hour', { free: 1000, owed: 0 }, [100, 100, 0.04], [100, 10]],
  ['winners who wait', { free: 1000, owed: 900 }, [100, 700, 30], [100, 1]],
  ['too few for who waits', { free: 10, owed: 90 }, [100, 700, 30], [100, 0]],
  ['less than one a day', { free: 3, owed: 0 }, [0, 2, 30], [1, 3]],
] as const)('[CAM-6] %s', (_, stock, [lastDay, lastWeek, since], [perDay, daysLeft]) => {
  const demand = { lastDay, lastWeek, firstAt: daysAgo(since) };
  expect(forecastStock(stock, demand, now)).toEqual({ perDay, daysLeft });
});

test('[CAM-6] without demand there is no day', () => {
  const demand = { lastDay: 0, lastWeek: 0, firstAt: undefined };
  expect(forecastStock({ free: 5, owed: 0 }, demand, now)).toEqual({
    perDay: 0,
    daysLeft: null,
  });
});
