import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as f from './fields.ts';
import { callPath } from './calls.ts';
import { appendsUserKey } from './core-calls.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

test.each([
  ['', 'required'],
  ['   ', 'required'],
  ['Al', 'tooShort'],
  [' A  l ', undefined],
  ['A l', undefined],
  ['Ali', undefined],
  ['रवि', undefined],
  ['a'.repeat(35), undefined],
])('[VAL-1] the name %j is %s', (name, error) => {
  expect(f.nameError(name)).toBe(error);
});

test.each([
  ['Asha Rao', 'Asha Rao'],
  ['A5sh@a-R.a\u0000o', 'AshaRao'],
  ['ரவி குமார்', 'ரவி குமார்'],
  ['😀Zoë', 'Zoë'],
  ['x'.repeat(36), 'x'.repeat(35)],
  ['𝒜'.repeat(36), '𝒜'.repeat(35)],
  ['e\u0301', 'é'],
  ['e-\u0301', 'é'],
  // White space separates words; invisible characters do not.
  ...['\u00a0', '\t', '\n', '\u2003', '\u2028', '\u202f', '\u3000'].map((space) => [
    `Asha${space}Rao`,
    'Asha Rao',
  ]),
  ...['\u200b', '\u2060', '\ufeff', '\u00ad', '\u202e', '\u061c', '\ufe0f', '\u{e0041}'].map(
    (hidden) => [`${hidden}As${hidden}ha${hidden}`, 'Asha'],
  ),
  // A joiner must follow an Indian or Arabic letter, and cannot repeat.
  ['\u200dAs\u200cha\u200d', 'Asha'],
  ['\u200dक्\u200d\u200d\u200dष \u200c', 'क्\u200dष '],
  ['র\u200d্যা', 'র\u200d্যা'],
  ['അവന്\u200d', 'അവന്\u200d'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  // A mark must follow a letter, at most five of them.
  ['\u0301a \u0301b', 'a b'],
  [`Z${'\u0335'.repeat(50)}oe`, `Z${'\u0335'.repeat(5)}oe`],
  ['မျှော်', 'မျှော်'],
])('[VAL-1] the input makes %j into %j', (typed, expected) => {
  expect(f.filterNameInput(typed ?? '')).toBe(expected);
});

test('[VAL-1] a name that is cut ends with a whole syllable', () => {
  const names =
    'श्रीकृष्ण क्षत्रिय লক্ষ্মী ಲಕ್ಷ್ಮೀ లక్ష్మీ ലക്ഷ്മി ਪ੍ਰੀਤ રુદ્ર ଲକ୍ଷ୍ମୀ ஸ்ரீலக்ஷ்மி মুখোপাধ্যায় क्\u200dष مُحَمَّد Nguyễn̂̄ 𝒜𝒷𝒸';
  for (const name of [...names.split(' '), 'मध्य ']) {
    for (let before = 0; before < 12; before++) {
      const typed = 'अ'.repeat(before) + name.normalize('NFC').repeat(12);
      const cut = f.filterNameInput(typed);
      const ends = Array.from(graphemes.segment(typed), ({ index }) => index);
      expect(ends).toContain(cut.length);
      expect(typed.startsWith(cut)).toBe(true);
      expect(Array.from(cut).length).toBeGreaterThan(35 - 9);
    }
  }
});

test.each([
  ['\u202a98765\u00a043210\u202c', '98765 43210'],
  ['\ufeffasha\u200b@ex\u00adam\u2060ple.in', 'asha@example.in'],
  ['२\u20097\u200d\ufe0f', '2 7'],
  ['a\u2800\ufffc\u0000\u{e0020}\u034f\u3164b', 'ab'],
])('%j is in plain text %j', (text, plain) => {
  expect(f.plainText(text)).toBe(plain);
});

test.each([
  ['Asha', true],
  ['As', false],
  ['Asha1', false],
  ['a'.repeat(35), true],
  ['a'.repeat(36), false],
  ['\u0301abc', false],
  ['<b>Asha</b>', false],
  ['Ash\u0000a', false],
  ['रवि क्\u200dष', true],
  ['रवि क्\u200d\u200dष', false],
  ['As\u200dha', false],
  [`Asha${'\u0301'.repeat(6)}`, true],
  [`Asha${'\u0301'.repeat(7)}`, false],
  ['Asha \u0301Rao', false],
  ['Asha\u00a0Rao', false],
  ['\u3164\u3164\u3164', false],
  ['Asha\u3164\u115f\ufe0f', false],
  ['Asha \u202eoaR', false],
  ['Asha\u2066Rao', false],
])('[VAL-1][VAL-6][VAL-10] the server stores the name %j: %s', (name, stored) => {
  expect(f.isStorableName(name)).toBe(stored);
});

test('[VAL-1] filtered and normalized input is stored unchanged or refused as too short', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (typed) => {
      const filtered = f.filterNameInput(typed);
      expect(f.filterNameInput(filtered)).toBe(filtered);
      const name = f.normalizeName(filtered);
      expect(f.normalizeName(name)).toBe(name);
      expect(f.filterNameInput(name)).toBe(name);
    }),
  );
});

test.each([
  ['', 'required'],
  ['  ', 'required'],
  ['987654321', 'invalid'],
  ['9876543210', undefined],
  ['5000000000', undefined],
  ['4999999999', 'invalid'],
  ['0987654321', 'invalid'],
  ['98765432100', 'invalid'],
  ['+919876543210', 'invalid'],
  ['98765 43210', 'invalid'],
  ['९८७६५४३२१०', 'invalid'],
  ['9876543210\n', 'invalid'],
])('[VAL-3] the mobile number %j is %s', (mobile, error) => {
  expect(f.mobileError(mobile)).toBe(error);
});

test('[VAL-5] the input of the code accepts digits only, six at most', () => {
  expect(f.filterOtpInput('12 34-567')).toBe('123456');
  expect(f.filterOtpInput('१२३४५६')).toBe('123456');
});

test.each([
  ['12345', false],
  ['123456', true],
  ['1234567', false],
  ['12345a', false],
  ['१२३४५६', false],
])('[VAL-5] the code %j is one: %s', (otp, is) => {
  expect(f.isOtp(otp)).toBe(is);
});

test.each([
  ['', undefined],
  ['a@b.in', undefined],
  ['first.last+tag@mail.example.com', undefined],
  ['a@b', 'invalid'],
  ['a b@c.in', 'invalid'],
  ['@c.in', 'invalid'],
  ['a@-c.in', 'invalid'],
  [`${'a'.repeat(64)}@${'b'.repeat(11)}.com`, undefined],
  [`${'a'.repeat(64)}@${'b'.repeat(12)}.com`, 'tooLong'],
])('[VAL-8] the e-mail address %j is %s', (email, error) => {
  expect(f.emailError(email)).toBe(error);
});

test.each([
  [' Asha   Rao ', 'Asha Rao'],
  ['Asha  Rao  Patel', 'Asha Rao Patel'],
  ['e\u0301a', 'éa'],
])('[VAL-1] the name %j is stored as %j', (name, stored) => {
  expect(f.normalizeName(name)).toBe(stored);
});

test.each([
  ["a.!#$%&'*+/=?^_`{|}~-Z9@b.in", undefined],
  [`${'a'.repeat(64)}@b.in`, undefined],
  [`${'a'.repeat(65)}@b.in`, 'invalid'],
  [`a@${'b'.repeat(63)}.in`, undefined],
  [`a@${'b'.repeat(64)}.in`, 'invalid'],
  ['a@b-c.in', undefined],
  ['a@b-.in', 'invalid'],
  ['a@b..in', 'invalid'],
  ['a@b.in.', 'invalid'],
  ['a@b.in x', 'invalid'],
  ['x a@b.in', 'invalid'],
  ['a,b@c.in', 'invalid'],
])('[VAL-8] the parts of the e-mail address %j are %s', (email, error) => {
  expect(f.emailError(email)).toBe(error);
});

test.each([
  ['', 'required'],
  ['17', 'outOfRange'],
  ['18', undefined],
  ['120', undefined],
  ['121', 'outOfRange'],
  ['1000', 'notDigits'],
  ['-20', 'notDigits'],
  ['2o', 'notDigits'],
])('[VAL-9] the age %j is %s', (age, error) => {
  expect(f.ageError(age)).toBe(error);
});

test('[VAL-9] the genders are three', () => {
  expect(['male', 'female', 'others', 'other', ''].filter(f.isGender)).toEqual([
    'male',
    'female',
    'others',
  ]);
});

test.each([
  ['users', true],
  ['users/verifyOTP', true],
  ['older/users', true],
  ['video/watched', true],
  ['outlet/nearest', true],
  ['video', false],
  ['outlets', false],
  ['states', false],
])('[API-2] the user key is appended to %s: %s', (path, isAppended) => {
  expect(appendsUserKey(path)).toBe(isAppended);
});

test('[API-1][API-2] the address of a call is /api/ and its path, with the user key after exactly one slash', () => {
  expect(callPath('verifyOtp', 'key')).toBe('/api/users/verifyOTP/key');
  expect(callPath('getStates', 'a/b')).toBe('/api/users/getStates/a%2Fb');
  // The call that starts a session has no key yet.
  expect(callPath('startSession', 'key')).toBe('/api/users');
});
