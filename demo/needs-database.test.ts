import { expect, test } from 'vitest';
import { needsDatabase } from './settings.ts';

const isNeeded = (typed: string) => needsDatabase(typed.split(' ').filter(Boolean));

test.each([
  '',
  '--help',
  'help',
  'overview --help',
  'campaign check',
  'campaign new coffee-2027',
  'sms check',
])('[CAM-5] "%s" is run without the database of the demonstration', (typed) => {
  expect(isNeeded(typed)).toBe(false);
});

test.each([
  'campaign pause',
  'campaign resume',
  'campaign supplement --blocks 1',
  'campaign extend --to 2025-09-30',
  'campaign end --on 2025-09-01',
  'webhooks list',
  'vouchers load codes.csv',
])('"%s" is run on the database of the demonstration', (typed) => {
  expect(isNeeded(typed)).toBe(true);
});
