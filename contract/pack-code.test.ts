import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isPackCode,
  packBodyBits,
  packBodyOf,
  packCodeOf,
  plainPackCode,
  shownPackCode,
} from './pack-code.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.split('');
const body = fc.bigInt({ min: 0n, max: 2n ** BigInt(packBodyBits) - 1n });
const place = fc.nat(11);

test('a code has the bits that it was made of', () => {
  fc.assert(
    fc.property(body, (bits) => {
      const code = packCodeOf(bits);
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
      expect(isPackCode(code, 'made')).toBe(true);
      expect(packBodyOf(code)).toBe(bits);
    }),
  );
});

test('a code with one wrong character is refused', () => {
  fc.assert(
    fc.property(body, place, fc.constantFrom(...alphabet), (bits, at, other) => {
      const code = packCodeOf(bits);
      fc.pre(code[at] !== other);
      expect(isPackCode(`${code.slice(0, at)}${other}${code.slice(at + 1)}`, 'made')).toBe(false);
    }),
  );
});

test('a code in which two characters changed places is refused', () => {
  fc.assert(
    fc.property(body, place, place, (bits, one, other) => {
      const characters = packCodeOf(bits).split('');
      fc.pre(characters[one] !== characters[other]);
      const swapped = characters
        .with(one, characters[other] ?? '')
        .with(other, characters[one] ?? '');
      expect(isPackCode(swapped.join(''), 'made')).toBe(false);
    }),
  );
});

test.each(['', '0000', '000000000000A', 'IIIIIIIIIIII', '!00000000000', '00000000000'])(
  'not a code: "%s"',
  (typed) => expect(isPackCode(typed, 'made')).toBe(false),
);

test('a code is read as people type it', () => {
  const code = packCodeOf(0x1f00f00f00f0n);
  expect(shownPackCode(code)).toMatch(/^\w{4}-\w{4}-\w{4}$/);
  const typed = ` ${shownPackCode(code).toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `;
  expect(plainPackCode(typed, 'made')).toBe(code);
  expect(plainPackCode('१२३ 4–5', 'made')).toBe('12345');
});

test('a code of somebody else keeps its letters', () => {
  expect(plainPackCode('oil-7 0', 'loaded')).toBe('OIL70');
  expect(isPackCode('OIL700', 'loaded')).toBe(true);
  expect(['OIL70', 'A'.repeat(33), 'OIL7_0'].map((code) => isPackCode(code, 'loaded'))).toEqual([
    false,
    false,
    false,
  ]);
});
