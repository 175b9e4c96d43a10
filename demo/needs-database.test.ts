import { expect, test } from 'vitest';
import { needsDatabase } from './settings.ts';

test.each([
  ['', false],
  ['--help', false],
  ['help', false],
  ['overview --help', false],
  ['campaign check', false],
  ['campaign new coffee-2027', false],
  ['sms check', false],
  ['campaign pause', true],
  ['campaign extend --to 2025-09-30', true],
  ['webhooks list', true],
  ['vouchers load codes.csv', true],
])('[CAM-5] "%s" is run on the database of the demonstration: %s', (typed, is) => {
  expect(needsDatabase(typed.split(' ').filter(Boolean))).toBe(is);
});
