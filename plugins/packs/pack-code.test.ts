import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isPackCode,
  packCodeIn,
  packBodyBits,
  packBodyOf,
  packCodeOf,
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

/** What stands between the groups of a code, and around it. */
const betweens = [
  '',
  ' ',
  '-',
  '–',
  '\u2212',
  ' - ',
  '.',
  '/',
  '_',
  '\u200B',
  '\u200E-',
  '\u2060',
  '\u00AD',
];
const arounds: readonly (readonly [string, string])[] = [
  ['', '.'],
  ['', ')'],
  ['', ','],
  ['', '/'],
  ['', '\u200B'],
  ['“', '”'],
  ['"', '"'],
  ["'", "'."],
  ['*', '*'],
  ['_', '_'],
  ['#', ''],
  ['<b>', '</b>'],
  ['👉 ', ' 👈'],
  ['', ' scan this'],
  ['', '%20scan%20this'],
  ['Your code: ', ' (of one bottle)'],
  ['https%3A%2F%2Fwin.example%2F%3Futm_source%253Dqrcode%2526id%253D', '%2520scan'],
  ['यह कोड है ', '।'],
  ['https://win.example/?utm_source=qrcode&id=', ''],
  ['see https://win.example/?utm_source=qrcode&amp;id=', '&utm_content=till2 today!'],
  [`${'Hello! '.repeat(40)}https://win.example/?UTM_SOURCE=qrcode&ID=`, '\nSent from my phone 14'],
];
const scripts = fc.constantFrom(0x30, 0x966, 0x9e6, 0xbe6, 0xff10);
const inDigitsOf = (zero: number, text: string) =>
  text.replace(/[0-9]/g, (digit) => String.fromCharCode(zero + Number(digit)));
/** A word of a sentence that is as long as a group. */
const neighbour = /(?<![A-Za-z])[A-Za-z]{4}(?![A-Za-z])/;
const asTyped = (code: string) => code.replaceAll('0', 'o').replaceAll('1', 'l').toLowerCase();

const wrapped = fc.tuple(
  fc.constantFrom(...betweens),
  fc.constantFrom(...arounds),
  scripts,
  fc.boolean(),
);

test('a code is found in whatever it was typed or pasted with', () => {
  fc.assert(
    fc.property(body, wrapped, (bits, [between, [before, behind], zero, isTyped]) => {
      const code = packCodeOf(bits);
      const groups = code.match(/..../g) ?? [];
      const written = groups.map((group) => (isTyped ? asTyped(group) : group)).join(between);
      // Typed in small letters, one word in 32 is right in place of a group.
      fc.pre(!isTyped || !neighbour.test(before + behind));
      const text = `${before}${inDigitsOf(zero, written)}${behind}`;
      expect([text, packCodeIn(text, 'made')]).toEqual([text, code]);
    }),
    { numRuns: 2000 },
  );
});

test('a code with a wrong character is not found, however it was pasted', () => {
  fc.assert(
    fc.property(body, wrapped, (bits, [between, [before, behind]]) => {
      const code = packCodeOf(bits).replace(/.$/, (last) => (last === '7' ? '8' : '7'));
      const text = `${before}${code.replace(/..../g, `$&${between}`)}${behind}`;
      fc.pre(!neighbour.test(before + behind));
      expect(isPackCode(packCodeIn(text, 'made'), 'made')).toBe(false);
    }),
  );
});

test('the same code twice is one, and of two codes none is chosen', () => {
  const [one, other] = [packCodeOf(7n), packCodeOf(8n)];
  const row = `${one},${shownPackCode(one)},https://win.example/?utm_source=qrcode&id=${one}`;
  expect(packCodeIn(row, 'made')).toBe(one);
  expect(isPackCode(packCodeIn(`${one} or ${other}`, 'made'), 'made')).toBe(false);
});

test('of what is no code, only characters of a code are left', () => {
  expect(shownPackCode(packCodeOf(0x1f00f00f00f0n))).toMatch(/^\w{4}-\w{4}-\w{4}$/);
  expect(packCodeIn('१२३ 4–5 🎉 <U> é', 'made')).toBe('12345');
  expect(packCodeIn(' oil-7! ', 'made')).toBe('0117');
  expect(packCodeIn('*', 'made')).toBe('');
});

test.each([
  ['oil-7 0', 'OIL70'],
  ['GOLI 123456', 'GOLI123456'],
  ['AB/00.00–07', 'AB000007'],
  ['A\u200BB0\u00AD00007', 'AB000007'],
  ['*AB000007*', 'AB000007'],
  ['"AB 0000 07".', 'AB000007'],
  ['#AB000007', 'AB000007'],
  ['Your code: AB-000007', 'AB000007'],
  ['code AB000007', 'AB000007'],
  ['Code ab000007', 'AB000007'],
  ['Order 2024: Ab000007', 'AB000007'],
  ['Your code AB000007 for 1 bottle', 'AB000007'],
  ['AB000007 AB 12', 'AB000007AB12'],
  ['AB000007, AB000007', 'AB000007'],
  ['GOLI 123456 789012', 'GOLI123456789012'],
  ['AB000007 scan this', 'AB000007'],
  ['abc def 123456', 'ABCDEF123456'],
  ['AB000007%20scan%20this', 'AB000007'],
  ['यह कोड है ab०००००७।', 'AB000007'],
  ['the code on my bottle is ab000007', 'AB000007'],
  ['https://win.example/?utm_source=qrcode&id=AB000007&utm_content=till2', 'AB000007'],
  [`${'see '.repeat(40)} https://win.example/?utm_source=qrcode&amp;ID=AB%20000007.`, 'AB000007'],
  ['https://win.example/?utm_source=qrcode&id=QWERTY now', 'QWERTYNOW'],
])('a code of somebody else keeps its letters: of "%s" it is %s', (typed, code) => {
  expect(packCodeIn(typed, 'loaded')).toBe(code);
});

test('a code of somebody else has 6 to 32 letters and digits', () => {
  expect(['OIL700', 'OIL70', 'A'.repeat(33)].map((code) => isPackCode(code, 'loaded'))).toEqual([
    true,
    false,
    false,
  ]);
});
