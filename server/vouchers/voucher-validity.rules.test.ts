import { expect, test } from 'vitest';
import { promisedUntil, stockMoment } from './voucher-validity.rules.ts';

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
  expect(stockMoment(7, Date.parse('2025-05-05T18:30:00.000Z'))).toEqual({
    now: 7,
    promisedUntil: '2026-05-06',
    promisedLater: '2026-06-05',
  });
});
