import { expect, test } from 'vitest';
import { readSearch } from './shopper-search.ts';

const mobile = 'Mobile number +91 98765 43210';
const pseudonym = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';

test.each([
  ['9876543210', 'number', mobile],
  [' 98765 43210 ', 'number', mobile],
  ['98765-43210', 'number', mobile],
  ['+91 98765 43210', 'number', mobile],
  ['+91-(98765)-43210', 'number', mobile],
  ['919876543210', 'number', mobile],
  ['0091 98765 43210', 'number', mobile],
  ['09876543210', 'number', mobile],
  ['९८७६५ ४३२१०', 'number', mobile],
  ['9187654321', 'number', 'Mobile number +91 91876 54321'],
  [pseudonym, 'pseudonym', 'Pseudonym'],
  [pseudonym.toUpperCase(), 'pseudonym', 'Pseudonym'],
  ['1'.repeat(32), 'pseudonym', 'Pseudonym'],
  ['7k2m9q', 'voucher', 'End of a voucher code'],
  ['7K-2M9Q', 'voucher', 'End of a voucher code'],
  ['123456', 'voucher', 'End of a voucher code'],
  ['abcdef', 'voucher', 'End of a voucher code'],
  ['SHOW-7K2M-9Q4X', 'voucher', 'Whole voucher code'],
])('%j is searched for as a %s: %s', (typed, by, as) => {
  expect(readSearch(typed)).toEqual({ kind: 'search', by, text: typed.trim(), as });
});

test.each(['987654321', '98765432101', '4876543210', '1234-5678', '1'.repeat(16)])(
  '%j may be a mistyped number or a voucher code, so it is asked',
  (typed) => {
    expect(readSearch(typed)).toEqual({ kind: 'choice' });
    expect(readSearch(typed, 'number')).toMatchObject({ kind: 'fault' });
    expect(readSearch(typed, 'voucher')).toMatchObject({ kind: 'search', by: 'voucher' });
  },
);

test.each([
  ['', 'Enter a mobile number, a pseudonym'],
  ['Asha Rao', 'names are encrypted'],
  ['12345', 'has 10 digits; this has 5'],
  ['98765 4321', 'has 10 digits; this has 9'],
  ['48765 43210', 'begins with 5 to 9'],
  ['+44 98765 43210', 'not an Indian number'],
  ['7K2M', 'at least the last 6'],
  [pseudonym.slice(1), 'has 32 characters; this has 31'],
  [`X${'7'.repeat(24)}`, '24 characters at most'],
])('%j is refused before it is sent: %s', (typed, sentence) => {
  expect(readSearch(typed)).toEqual({ kind: 'fault', fault: expect.stringContaining(sentence) });
});
