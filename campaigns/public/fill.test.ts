import { expect, test } from 'vitest';
import { fill, placeholdersOf } from './fill.ts';
import { formatDate } from './format-date.ts';
import { localeOf, formatNumber, formatWait, formatRupees } from './format.ts';

test('fill puts values into their placeholders and leaves the others alone', () => {
  expect(fill('Rs. {amount} of {amount}, {other}', { amount: 5 })).toBe('Rs. 5 of 5, {other}');
  expect(fill('{toString}', {})).toBe('{toString}');
  expect(fill('{a}', { a: '{b}', b: 'no second round' })).toBe('{b}');
});

test('placeholdersOf lists each placeholder, in order', () => {
  expect(placeholdersOf('{code} and {code} until {validUntil}')).toEqual([
    'code',
    'code',
    'validUntil',
  ]);
});

test('formatDate writes a day as in India, in any time zone of the machine', () => {
  expect(formatDate('2025-05-06', 'en')).toBe('6 May 2025');
  expect(formatDate('2025-09-15', 'en-IN')).toBe('15 September 2025');
  expect(formatDate('2025-09-15', 'hi')).toBe('15 सितंबर 2025');
});

test.each(['hi', 'mr', 'bn', 'ne', 'as', 'ur', 'ta', 'hi-IN'])(
  'in %s days, waits and lists have the digits 0 to 9, as in India',
  (language) => {
    const list = new Intl.ListFormat(localeOf(language)).format(['3', '5']);
    const spelled = [formatDate('2025-05-06', language), formatWait(45, language), list].join(' ');
    expect(spelled.match(/\p{Nd}/gu)?.join('')).toMatch(/^[0-9]+$/);
    expect(spelled).toMatch(/6/);
    expect(spelled).toMatch(/45/);
  },
);

test('formatWait writes a wait in Hindi', () => {
  expect(formatWait(45, 'hi')).toBe('45 सेकंड');
  expect(formatWait(120, 'hi')).toBe('2 मिनट');
});

test.each([
  [0, '1 second'],
  [59.2, '60 seconds'],
  [90, '90 seconds'],
  [91, '2 minutes'],
  [900, '15 minutes'],
  [5400, '90 minutes'],
  [5401, '2 hours'],
  [86_400, '24 hours'],
])('formatWait writes %d seconds as %s', (seconds, spelled) => {
  expect(formatWait(seconds, 'en')).toBe(spelled);
});

test('rupees have their sign and the digits 0 to 9 in every language', () => {
  expect(formatRupees(10, 'en')).toBe('₹10');
  expect(formatRupees(10, 'hi')).toBe('₹10');
  expect(formatRupees(10, 'ur')).toBe('₹10');
  expect(formatRupees(100_000, 'en')).toBe('₹1,00,000');
  expect(formatRupees(100_000, 'ur')).toBe('₹1,00,000');
  expect(formatNumber(1_000_000, 'ur')).toBe('10,00,000');
});
