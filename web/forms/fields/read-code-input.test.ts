import { expect, test } from 'vitest';
import { editOf } from '../../ui/use-edited-text.ts';
import { readCodeInput } from './read-code-input.ts';

/** `|` marks the caret. */
function read(before: string, typed: string, inserted?: string) {
  const field = { value: typed.replace('|', ''), selectionEnd: typed.indexOf('|') };
  const { text, caret, isComplete } = readCodeInput(editOf(field, before, inserted));
  return { shown: `${text.slice(0, caret)}|${text.slice(caret)}`, isComplete };
}

test.each([
  ['1', '|', '|', false],
  ['', '1|', '1|', false],
  ['1234', '12345|', '12345|', false],
  ['12345', '123456|', '123456|', true],
  ['123456', '1234567|', '123456|', true],
  ['12345', '12345x|', '12345|', false],
  ['१', '१२|', '12|', false],
])('[OTP-7][VAL-5] after %j the key in %s makes it %s', (before, typed, shown, isComplete) => {
  expect(read(before, typed)).toEqual({ shown, isComplete });
});

const codes = [
  '123456',
  ' 123 456\n',
  '1-2-3-4-5-6',
  '123 – 456',
  '\u202a123\u200b456\u202c',
  '१२३४५६',
  '۱۲۳-۴۵۶',
  '123456 is the OTP, valid for 5 minutes.',
  'Your code: 123-456. Valid for 5 minutes.',
  'For Rs. 10: 1 2 3 4 5 6',
  'आपका OTP १२३४५६ है, 5 मिनट के लिए।',
  // Other numbers in the SMS are not part of the code.
  'For your Rs. 10 reward the OTP is 123456. Valid for 5 minutes.',
  'The OTP of order 9988776 is 123456. Never share 123456.',
  '123456 is the OTP of order 998877. @localhost:3000 #123456',
];

test.each(codes)('[OTP-7] %j is a code, whatever stands in the field and wherever', (code) => {
  for (const [front, selected, back] of [
    ['', '', ''],
    ['1', '', ''],
    ['12', '', '34'],
    ['', '', '123457'],
    ['123', '', '457'],
    ['123457', '', ''],
    ['', '123457', ''],
    ['12', '34', '57'],
  ] as const) {
    const before = front + selected + back;
    const typed = `${front}${code}|${back}`;
    const complete = { shown: '123456|', isComplete: true };
    expect(read(before, typed, code), before).toEqual(complete);
    // Works without the browser's input data, as long as nothing was selected.
    if (selected === '') expect(read(before, typed), before).toEqual(complete);
  }
});

test('[OTP-7] a code that the phone fills in is one, wherever it leaves the caret', () => {
  expect(read('12', '|123456')).toEqual({ shown: '123456|', isComplete: true });
});

test.each([
  // Which of two numbers is the code is unknown, so it waits for Verify.
  ['998877 asks for the OTP, 123456', '998877'],
  // Part of a longer number.
  ['12345678', '123456'],
  ['1800 123 4567', '180012'],
  ['12/05/2025', '120520'],
])('[OTP-3] what is pasted as %j waits as %s for Verify', (pasted, shown) => {
  expect(read('', `${pasted}|`, pasted)).toEqual({ shown: `${shown}|`, isComplete: false });
});

test.each([
  // A seventh digit in the middle replaces the next one.
  ['123456', '129|3456', '129|456'],
  ['123456', '9|123456', '9|23456'],
  ['123456', '12998|3456', '12998|6'],
  // Other characters are stripped, and the caret stays.
  ['123456', '12x|3456', '12|3456'],
  ['123456', 'x|123456', '|123456'],
  // A missing digit is inserted.
  ['12456', '123|456', '123|456'],
])(
  'a correction of %s in the middle, %s, becomes %s and waits for more',
  (before, typed, shown) => {
    expect(read(before, typed)).toEqual({ shown, isComplete: false });
  },
);
