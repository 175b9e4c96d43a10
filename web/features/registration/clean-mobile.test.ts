import { expect, test } from 'vitest';
import { cleanMobile } from './clean-mobile.ts';

test.each([
  ['98765 43210', '9876543210'],
  ['9876543210', '9876543210'],
  ['987654321', '987654321'],
  ['98a76b', '9876'],
  ['98765432109', '9876543210'],
  ['9123456789', '9123456789'],
])('[VAL-3] %j typed is %j: digits only, ten at most', (typed, expected) => {
  expect(cleanMobile(typed)).toBe(expected);
});

test.each(['+919876543210', '+91 98765 43210', '919876543210', '09876543210', '0 98765-43210'])(
  '[VAL-3] %j pasted or filled in is the ten digits of its owner, not ten others',
  (typed) => expect(cleanMobile(typed)).toBe('9876543210'),
);
