import { expect, test } from 'vitest';
import { firstChoice, hasSameColumns, noColumn, readingFaults, readingOf } from './file-preview.ts';

const looked = {
  separator: 'tab',
  columns: ['Voucher No', 'Rs', 'Valid till'],
  guess: { code: 0, amount: -1, expiry: 2 },
} as const;

test('reads the guessed columns, with the amount that all codes share', () => {
  const choice = firstChoice(looked);
  expect(readingFaults(choice)).toEqual({ amountOfAll: 'Write the rupees.' });
  expect(readingOf(looked, choice)).toBeUndefined();
  expect(readingOf(looked, { ...choice, amountOfAll: 5 })).toEqual({
    separator: 'tab',
    codeColumn: 'Voucher No',
    amountColumn: null,
    amountOfAll: 5,
    expiryColumn: 'Valid till',
    expiryOfAll: null,
  });
  const other = { amount: '1', expiry: noColumn, amountOfAll: 5, expiryOfAll: '2099-01-01' };
  expect(readingOf(looked, { ...choice, ...other })).toMatchObject({
    amountColumn: 'Rs',
    amountOfAll: null,
    expiryColumn: null,
    expiryOfAll: '2099-01-01',
  });
});

test.each([
  ['the same', {}, true],
  ['another separator', { separator: 'comma' }, false],
  ['another name', { columns: ['Voucher No', 'Rs', 'Until'] }, false],
  ['another order', { columns: ['Rs', 'Voucher No', 'Valid till'] }, false],
  ['one more', { columns: [...looked.columns, 'Shop'] }, false],
  ['one less', { columns: ['Voucher No', 'Rs'] }, false],
] as const)('a file with %s has the columns that were chosen before: %j is %s', (_, part, same) => {
  expect(hasSameColumns({ ...looked, ...part }, looked)).toBe(same);
});

test.each([
  [{ code: null }, 'code'],
  [{ amount: '0' }, 'amount'],
  [{ amount: '1', expiry: '1' }, 'expiry'],
  [{ amount: '1', expiry: '0' }, 'expiry'],
])('of the columns %j the field %s is wrong', (part, field) => {
  const choice = { ...firstChoice(looked), amountOfAll: 5, ...part };
  expect(Object.keys(readingFaults(choice))).toEqual([field]);
  expect(readingOf(looked, choice)).toBeUndefined();
});
