import { expect, test } from 'vitest';
import { validUntil } from './send-voucher.job.ts';

test.each([
  ['2025-05-05T18:29:59Z', '5 May 2026'],
  ['2025-05-05T18:30:00Z', '6 May 2026'],
  ['2025-09-15T18:29:59Z', '15 September 2026'],
  ['2028-02-28T18:30:00Z', '28 February 2029'],
  ['2025-12-31T18:30:00Z', '1 January 2027'],
])('[CAM-6] a code bound at %s is valid until %s, Indian time', (at, until) => {
  expect(validUntil(Date.parse(at), 'en')).toBe(until);
});

test.each([
  ['en-IN', '6 May 2026'],
  ['hi', '06-05-2026'],
  ['ml', '06-05-2026'],
])('[CAM-6] in %s the day is %s: a variable takes Latin letters and digits', (language, until) => {
  expect(validUntil(Date.parse('2025-05-05T18:30:00Z'), language)).toBe(until);
});
