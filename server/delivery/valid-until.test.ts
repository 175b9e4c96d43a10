import { expect, test } from 'vitest';
import { validUntil } from './valid-until.ts';

test.each([
  ['2025-05-05T18:29:59Z', '5 May 2026'],
  ['2025-05-05T18:30:00Z', '6 May 2026'],
  ['2025-09-15T18:29:59Z', '15 September 2026'],
  ['2028-02-28T18:30:00Z', '28 February 2029'],
  ['2025-12-31T18:30:00Z', '1 January 2027'],
])('[CAM-6] a code bound at %s is valid until %s, Indian time', (at, until) => {
  expect(validUntil(Date.parse(at), 'en')).toBe(until);
});
