import { expect, test } from 'vitest';
import { readCodeInput } from './read-code-input.ts';

/** `|` is the caret. */
const read = (shown: string) => {
  const { code, caret, isComplete } = readCodeInput(shown.replace('|', ''), shown.indexOf('|'));
  return { shown: `${code.slice(0, caret)}|${code.slice(caret)}`, isComplete };
};

test.each([
  ['|', '|', false],
  ['1|', '1|', false],
  ['12345|', '12345|', false],
  ['123456|', '123456|', true],
  ['1234567|', '123456|', true],
  ['123 456|', '123456|', true],
  ['123-4x|', '1234|', false],
  ['१२३४५६|', '123456|', true],
  ['۱۲۳|', '123|', false],
  ['123456 is the OTP, valid for 5 minutes.|', '123456|', true],
  // Other numbers of the SMS are no part of the code.
  ['For your Rs. 10 reward the OTP is 123456. Valid for 5 minutes.|', '123456|', true],
  ['12123456 is the OTP of order 998877. @localhost:3000 #123456|', '123456|', true],
  // Which of two is the code nobody can say, so it waits for Verify.
  ['998877 asks for the OTP, 123456|', '998877|', false],
])('[OTP-7][VAL-5] %s becomes %s', (typed, shown, isComplete) => {
  expect(read(typed)).toEqual({ shown, isComplete });
});

test.each([
  // A seventh digit in the middle replaces the next one.
  ['129|3456', '129|456'],
  ['9|123456', '9|23456'],
  // Anything else is stripped, and the caret stays.
  ['12x|3456', '12|3456'],
  ['x|123456', '|123456'],
  // A missing digit is put in.
  ['129|456', '129|456'],
])('a correction in the middle, %s, becomes %s and waits for more', (typed, shown) => {
  expect(read(typed)).toEqual({ shown, isComplete: false });
});
