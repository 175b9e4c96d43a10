import { expect, test } from 'vitest';
import { readMobileInput, type MobileInput } from './mobile-input.ts';

/** Types key by key, as a browser passes the field on. */
function readKeyByKey(keys: string): MobileInput {
  let input: MobileInput = { mobile: '', isAfterPlus: false };
  for (const key of keys) {
    input = readMobileInput((input.foreign ?? input.mobile) + key, input.isAfterPlus) ?? input;
  }
  return input;
}
const typedKeyByKey = (keys: string) => readKeyByKey(keys).mobile;

const pasted = (text: string) => readMobileInput(text, false)?.mobile;

test.each([
  ['98765 43210', '9876543210'],
  ['9876543210', '9876543210'],
  ['987654321', '987654321'],
  ['98a76b', '9876'],
  ['98765432109', '9876543210'],
  ['9123456789', '9123456789'],
  ['91234567890', '9123456789'],
  ['0123456789', '0123456789'],
  ['', ''],
])('[VAL-3] %j typed is %j: digits only, ten at most', (typed, expected) => {
  expect(typedKeyByKey(typed)).toBe(expected);
});

test.each([
  '+919876543210',
  '+91 98765 43210',
  '(+91)-98765-43210',
  '+91 09876543210',
  '+91-0-98765 43210',
  '919876543210',
  '9109876543210',
  '09876543210',
  '0 98765-43210',
  '00919876543210',
  '0091 98765 43210',
  '0919876543210',
  '९८७६५४३२१०',
  '+९१ ९८७६५ ४३२१०',
  '௯௮௭௬௫௪௩௨௧௦',
  '൯൮൭൬൫൪൩൨൧൦',
  '٩٨٧٦٥٤٣٢١٠',
  '+۹۱ ۹۸۷۶۵ ۴۳۲۱۰',
  '００９１ ９８７６５４３２１０',
  '＋９１ ９８７６５４３２１０',
  'Mobile: 98765-43210 (Asha)',
])('[VAL-3] %j is 9876543210, typed and pasted: its owner’s number, not another one', (text) => {
  expect(typedKeyByKey(text)).toBe('9876543210');
  expect(pasted(text)).toBe('9876543210');
});

test.each([
  ['919198765432', '9198765432'],
  ['+919198765432', '9198765432'],
  ['09198765432', '9198765432'],
  ['9198765432', '9198765432'],
])('[VAL-3] %j is %j: a number may begin with the digits of the country code', (text, mobile) => {
  expect(typedKeyByKey(text)).toBe(mobile);
  expect(pasted(text)).toBe(mobile);
});

test.each(['98765432109', '9876543210 9876543211', '9876543210 0065 91234567'])(
  '[VAL-3] nothing is taken over from %j: part of it would be a stranger’s number',
  (text) => {
    expect(pasted(text)).toBeUndefined();
  },
);

test.each([
  ['+6591234567', '6591234567'],
  ['+1 987 654 3210', '1987654321'],
  ['+447911123456', '4479111234'],
  ['+49 1512 3456789', '4915123456'],
  ['+9876543210', '9876543210'],
  ['+19 1987 654 3210', '1919876543'],
  ['0065 9123 4567', '6591234567'],
  ['00491512345678', '4915123456'],
])(
  '[VAL-3] %j, typed and pasted, is foreign: the field shows %s, no part is taken',
  (text, foreign) => {
    const expected = { mobile: '', isAfterPlus: true, foreign };
    expect(readKeyByKey(text)).toEqual(expected);
    expect(readMobileInput(text, false)).toEqual(expected);
  },
);

test.each(['+919876543', '+9198765432'])('[VAL-3] %j typed is no complete number', (text) => {
  expect(typedKeyByKey(text).length).toBeLessThan(10);
});

test('[VAL-3] a foreign number can be corrected to an Indian one', () => {
  const foreign = readMobileInput('92', true);
  expect(foreign).toEqual({ mobile: '', isAfterPlus: true, foreign: '92' });
  expect(readMobileInput('9', true)).toEqual({ mobile: '9', isAfterPlus: true });
  expect(readMobileInput('919876543210', true)?.mobile).toBe('9876543210');
});

test('[VAL-3] after a plus the emptied field takes a number without a country code', () => {
  expect(readMobileInput('+', false)).toEqual({ mobile: '', isAfterPlus: true });
  expect(readMobileInput('9', true)).toEqual({ mobile: '9', isAfterPlus: true });
  expect(readMobileInput('', true)).toEqual({ mobile: '', isAfterPlus: false });
});

test.each([
  // The field is full: its last digit would be lost, and the rest is somebody else's number.
  ['987', '1', '6543210', undefined],
  ['91987', '0', '65432', undefined],
  ['91', '9', '98765432', undefined],
  ['', '9', '9876543210', undefined],
  ['', '+6', '9876543210', undefined],
  // The country code or zero of the number behind it.
  ['', '0', '9876543210', '9876543210'],
  ['', '91', '9198765432', '9198765432'],
  ['', '+91 ', '9876543210', '9876543210'],
  // The field has room.
  ['987', '1', '543210', '9871543210'],
  ['987', '1-2', '', '98712'],
])('[VAL-3] into %s|%s|%s goes a number: %s', (before, inserted, behind, mobile) => {
  const input = readMobileInput(before + inserted + behind, false, behind);
  expect(input?.mobile).toBe(mobile);
});
