// Sentences with values, dates and waits.
import { expect, test } from 'vitest';
import { fill, localeOf, longDate, longWait, placeholdersOf, rupees } from './fill.ts';

test('fill puts values into their placeholders and leaves the others alone', () => {
  expect(fill('Rs. {amount} of {amount}, {other}', { amount: 5 })).toBe('Rs. 5 of 5, {other}');
  expect(fill('{toString}', {})).toBe('{toString}');
  expect(fill('{a}', { a: '{b}', b: 'no second round' })).toBe('{b}');
});

test('placeholdersOf lists each place, in order', () => {
  expect(placeholdersOf('{code} and {code} until {validUntil}')).toEqual([
    'code',
    'code',
    'validUntil',
  ]);
});

test('longDate spells a day as it is read in India, whatever the time zone of the machine', () => {
  expect(longDate('2025-05-06', 'en')).toBe('6 May 2025');
  expect(longDate('2025-09-15', 'en-IN')).toBe('15 September 2025');
  expect(longDate('2025-09-15', 'hi')).toBe('15 सितंबर 2025');
});

test.each(['hi', 'mr', 'bn', 'ne', 'as', 'ur', 'ta', 'hi-IN'])(
  'in %s days, waits and lists have the digits 0 to 9, as in India',
  (language) => {
    const list = new Intl.ListFormat(localeOf(language)).format(['3', '5']);
    const spelled = [longDate('2025-05-06', language), longWait(45, language), list].join(' ');
    expect(spelled.match(/\p{Nd}/gu)?.join('')).toMatch(/^[0-9]+$/);
    expect(spelled).toMatch(/6/);
    expect(spelled).toMatch(/45/);
  },
);

test('longWait spells a wait in Hindi', () => {
  expect(longWait(45, 'hi')).toBe('45 सेकंड');
  expect(longWait(120, 'hi')).toBe('2 मिनट');
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
])('longWait spells %d seconds as %s', (seconds, spelled) => {
  expect(longWait(seconds, 'en')).toBe(spelled);
});

test('rupees have their sign and the digits 0 to 9 in every language', () => {
  expect(rupees(10, 'en')).toBe('₹10');
  expect(rupees(10, 'hi')).toBe('₹10');
  expect(rupees(100_000, 'en')).toBe('₹1,00,000');
});
