import { expect, test } from 'vitest';
import { outsideGsm7, septets, smsSegmentsOf } from './segments.ts';
import type { SmsTemplate } from '../schema/folder-schema.ts';
import {
  hostLengthMax,
  smsTemplateProblems,
  matchesTemplate,
  registeredText,
  renderSms,
  fillSmsSettings,
  voucherCodeLengthMax,
} from './sms-template.ts';

const dlt = {
  entityId: '1101000000000000000',
  headerId: 'INAAMB',
  templateId: '1107000000000000001',
};

function template(text: string): SmsTemplate {
  return { dlt, category: 'service-implicit', text };
}

const otp = template('{code} is your code for {minutes} minutes.\n@{host} #{code}');
const voucher = template('Your Rs. 3 voucher is {code}. Valid until {validUntil}.');

/** A voucher text of this many septets with the longest values. */
function voucherText(length: number, filler = 'x'): string {
  const wording = 'Rs. 3: {code} until {validUntil} ';
  const taken = wording.length - '{code}{validUntil}'.length + voucherCodeLengthMax + 17;
  return wording + filler.repeat(length - taken);
}

/** An OTP text of this many septets with the longest values. */
function otpText(length: number): string {
  const wording = '{code} for {minutes} \n@{host} #{code}';
  const taken = wording.replace(/\{\w+\}/g, '').length + 6 + 2 + hostLengthMax + 6;
  return wording.replace(' \n', ` ${'x'.repeat(length - taken)}\n`);
}

test('a filled-in OTP text contains the code, its lifetime and the WebOTP line', () => {
  const filledIn = fillSmsSettings(otp, { host: 'rewards.example', minutes: 5 });
  expect(renderSms(filledIn, { code: '012345' })).toBe(
    '012345 is your code for 5 minutes.\n@rewards.example #012345',
  );
});

test.each([
  ['a host of 40 characters', { host: 'm'.repeat(40), minutes: 5 }],
  ['1 minute', { host: 'localhost', minutes: 1 }],
  ['10 minutes', { host: 'localhost', minutes: 10 }],
])('the settings fill in a template: %s', (_, settings) => {
  expect(fillSmsSettings(otp, settings)).toMatchObject({ dlt, category: 'service-implicit' });
});

test.each([
  ['a host of 41 characters', { host: 'm'.repeat(41), minutes: 5 }],
  ['a host with a port', { host: 'localhost:3000', minutes: 5 }],
  ['a host with a scheme', { host: 'https://a.example', minutes: 5 }],
  ['0 minutes', { host: 'localhost', minutes: 0 }],
  ['11 minutes', { host: 'localhost', minutes: 11 }],
  ['half a minute', { host: 'localhost', minutes: 0.5 }],
])('the settings are refused: %s', (_, settings) => {
  expect(() => fillSmsSettings(otp, settings)).toThrow(RangeError);
});

test('a template without its settings, and a missing or unsuitable value, are refused, and the error names no value', () => {
  expect(() => renderSms(otp, { code: '012345' })).toThrow(/minutes, host is missing/);
  expect(() => renderSms(voucher, { code: 'SECRET' })).toThrow(/validUntil is missing/);
  const values = { code: 'S'.repeat(31), validUntil: '6 May 2026' };
  expect(() => renderSms(voucher, values)).toThrow(/would not match its registered wording/);
  expect(() => renderSms(voucher, values)).not.toThrow(/SSS/);
});

test.each([
  ['the rendered text', 'Your Rs. 3 voucher is AB-12. Valid until 6 May 2026.', true],
  ['another amount', 'Your Rs. 5 voucher is AB-12. Valid until 6 May 2026.', false],
  ['a value of 30 characters', `Your Rs. 3 voucher is ${'A'.repeat(30)}. Valid until 6 May.`, true],
  [
    'a value of 31 characters',
    `Your Rs. 3 voucher is ${'A'.repeat(31)}. Valid until 6 May.`,
    false,
  ],
  ['an empty value', 'Your Rs. 3 voucher is . Valid until 6 May 2026.', false],
  ['a value over two lines', 'Your Rs. 3 voucher is A\nB. Valid until 6 May 2026.', false],
  ['a longer text', 'Your Rs. 3 voucher is AB-12. Valid until 6 May 2026.\n', false],
  ['a link as a value', 'Your Rs. 3 voucher is evil.example/x. Valid until 6 May 2026.', false],
  ['a sentence as a value', 'Your Rs. 3 voucher is AB. Call me: 12. Valid until 6 May.', false],
  ['a letter outside GSM-7', 'Your Rs. 3 voucher is A’B. Valid until 6 May 2026.', false],
  ['any character for a full stop', 'Your Rs- 3 voucher is AB. Valid until 6 May 2026.', false],
])('matching a template: %s', (_, text, matches) => {
  expect(matchesTemplate(voucher, text)).toBe(matches);
});

test('a repeated variable must have the same value everywhere', () => {
  const filledIn = fillSmsSettings(otp, { host: 'a.example', minutes: 5 });
  expect(matchesTemplate(filledIn, '111111 is your code for 5 minutes.\n@a.example #111111')).toBe(
    true,
  );
  expect(matchesTemplate(filledIn, '111111 is your code for 5 minutes.\n@a.example #222222')).toBe(
    false,
  );
  expect(matchesTemplate(filledIn, '111111 is your code for 5 minutes.\n@b.example #111111')).toBe(
    false,
  );
});

test('a code is digits', () => {
  const filledIn = fillSmsSettings(otp, { host: 'a.example', minutes: 5 });
  const text = 'AB1234 is your code for 5 minutes.\n@a.example #AB1234';
  expect(matchesTemplate(filledIn, text)).toBe(false);
  expect(() => renderSms(filledIn, { code: 'AB1234' })).toThrow(/would not match/);
});

test('the wording to register names the kind of each variable', () => {
  expect(registeredText(otp)).toBe(
    '{#numeric#} is your code for {minutes} minutes.\n@{host} #{#numeric#}',
  );
  expect(registeredText(voucher)).toBe(
    'Your Rs. 3 voucher is {#alphanumeric#}. Valid until {#alphanumeric#}.',
  );
});

const listed = { urls: ['https://a.example/v'], numbers: ['1800 000 0000'] };

test.each([
  ['160 characters with the longest values', 'voucher', voucherText(160)],
  ['an OTP of 160 characters', 'otp', otpText(160)],
  ['a letter of GSM-7 outside ASCII', 'voucher', voucherText(160, 'é')],
  ['two variables', 'otp', otpText(120)],
  ['variables with a word between', 'voucher', 'Rs. 3 {code} to {validUntil}'],
  ['a listed address', 'voucher', `${voucherText(100)} https://a.example/v`],
  ['a listed address with a full stop', 'voucher', `${voucherText(90)} https://a.example/v.`],
  ['a listed number', 'voucher', `${voucherText(90)} Call 1800-000-0000.`],
  ['an amount and a year', 'voucher', `${voucherText(90)} Rs. 1000000, 2025.`],
] as const)('the linter passes %s', (_, kind, text) => {
  expect(smsTemplateProblems(kind, text, 'en', listed)).toEqual([]);
});

test.each([
  ['161 characters with the longest values', 'voucher', voucherText(161), /it takes 161$/],
  ['an OTP of 161 characters', 'otp', otpText(161), /it takes 161$/],
  ['a letter of two septets too many', 'voucher', `${voucherText(159)}€`, /it takes 161$/],
  ['a rupee sign', 'voucher', `₹ ${voucherText(100)}`, /letters of GSM-7 only, but has "₹"$/],
  ['a curly quote', 'voucher', `’ ${voucherText(100)}`, /letters of GSM-7 only/],
  ['a code without WebOTP line', 'otp', '{code} {minutes} {host}', /must end with the line/],
  ['text after the WebOTP line', 'otp', `${otpText(120)} Thanks`, /must end with the line/],
  ['three variables', 'otp', `{code} ${otpText(120)}`, /at most 2 variables, but has 3$/],
  ['variables side by side', 'voucher', 'Rs. 3 {code}{validUntil}', /side by side$/],
  ['variables with a space between', 'voucher', 'Rs. 3 {code} {validUntil}', /side by side$/],
  ['an unknown placeholder', 'voucher', `${voucherText(100)}{name}`, /placeholder \{name\}/],
  ['no code', 'voucher', 'Rs. 3 until {validUntil}', /must have the placeholder \{code\}/],
  ['no life', 'otp', '{code}\n@{host} #{code}', /must have the placeholder \{minutes\}/],
  ['an unlisted address', 'voucher', `${voucherText(100)} https://b.example`, /not listed$/],
  [
    'a longer address than listed',
    'voucher',
    `${voucherText(90)} https://a.example/v/x`,
    /not listed$/,
  ],
  ['an unlisted bare domain', 'voucher', `${voucherText(100)} b.example/v`, /not listed$/],
  [
    'an unlisted number',
    'voucher',
    `${voucherText(90)} Call 98765 43210`,
    /98765 43210, .*listed$/,
  ],
] as const)('the linter refuses %s', (_, kind, text, wrong) => {
  const problems = smsTemplateProblems(kind, text, 'en', listed).map((problem) => problem.message);
  expect(problems).toContainEqual(expect.stringMatching(wrong));
});

test('text in GSM-7 is counted in septets, and other characters are listed', () => {
  expect(septets('a@£\n')).toBe(4);
  expect(septets('[]')).toBe(4);
  expect(outsideGsm7('नमस्ते')).toContain('न');
  expect(outsideGsm7('Å{}~€')).toEqual([]);
  expect(outsideGsm7('`')).toEqual(['`']);
});

const hindiOtp = template(
  '{code} आपका OTP है, जो {minutes} मिनट तक चलेगा। इसे किसी को न बताएँ।\n@{host} #{code}',
);
const hindiVoucher = template('आपका रु. 3 का वाउचर {code} है, {validUntil} तक मान्य।');

/** A voucher text of this many characters with the longest values. */
const hindiText = (length: number) =>
  `रु. 3: {code} और {validUntil} `.padEnd(length - voucherCodeLengthMax - 17 + 18, 'अ');

test('a text in Hindi is written, and checked against its registered wording', () => {
  const filledIn = fillSmsSettings(hindiOtp, { host: 'rewards.example', minutes: 5 });
  const text = renderSms(filledIn, { code: '012345' });
  expect(text).toBe(
    '012345 आपका OTP है, जो 5 मिनट तक चलेगा। इसे किसी को न बताएँ।\n@rewards.example #012345',
  );
  expect(matchesTemplate(filledIn, text)).toBe(true);
  expect(matchesTemplate(filledIn, text.replace('किसी', 'सभी'))).toBe(false);
  expect(smsSegmentsOf(text)).toEqual({ encoding: 'ucs2', length: 85, lengthMax: 70, segments: 2 });
});

test('a value has Latin letters and digits in every language', () => {
  const values = { code: 'AB-12', validUntil: '06-05-2026' };
  expect(renderSms(hindiVoucher, values)).toContain('06-05-2026');
  expect(() => renderSms(hindiVoucher, { ...values, validUntil: '6 मई 2026' })).toThrow(
    /would not match/,
  );
});

test.each([
  ['en', 'a curly quote ’', /letters of GSM-7 only/],
  ['en-IN', 'a curly quote ’', /letters of GSM-7 only/],
  ['hi', 'एक वाक्य', undefined],
  ['hi', 'x'.repeat(160), /must fit 160 characters/],
])('in %s the linter says of "%.20s": %s', (language, more, wrong) => {
  const problems = smsTemplateProblems(
    'voucher',
    `Rs. 3: {code} to {validUntil} ${more}`,
    language,
    listed,
  );
  if (wrong === undefined) expect(problems).toEqual([]);
  else expect(problems).toMatchObject([{ message: expect.stringMatching(wrong) }]);
});

test.each([
  [201, []],
  [
    202,
    [
      {
        message: /must fit 201 characters, 3 SMS with .* it takes 202$/,
        fix: /^Shorten it by 1\.$/,
      },
    ],
  ],
])('a text in UCS-2 of %i letters with the longest values', (length, problems) => {
  expect(smsTemplateProblems('voucher', hindiText(length), 'hi', listed)).toEqual(
    problems.map(({ message, fix }) => ({
      message: expect.stringMatching(message),
      fix: expect.stringMatching(fix),
    })),
  );
});

test.each([
  ['x'.repeat(160), 'gsm7', 160, 1],
  ['x'.repeat(161), 'gsm7', 161, 2],
  ['अ'.repeat(70), 'ucs2', 70, 1],
  ['अ'.repeat(71), 'ucs2', 71, 2],
  ['अ'.repeat(134), 'ucs2', 134, 2],
  ['अ'.repeat(135), 'ucs2', 135, 3],
])('%.3s… is %s of %i units, in %i SMS', (text, encoding, length, segments) => {
  expect(smsSegmentsOf(text)).toMatchObject({ encoding, length, segments });
});
