import { beforeAll, describe, expect, test } from 'vitest';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { renderSms } from '@inaam/campaigns/sms/sms-template.ts';
import { hindiSms } from '@inaam/testing/server/delivery/outgoing-sms.ts';
import { textReader, type SmsTexts, type TextReader } from './sms-texts.ts';

const code = 'AB12-cd34-EF56';
let english: SmsTexts;
let reader: TextReader;
let text: string;
let otp: string;
beforeAll(async () => {
  english = (await loadCampaign('biscuit-2025')).sms;
  reader = textReader(english);
  text = voucherOf(english, '30 September 2026');
  otp = otpOf(english);
});

function voucherOf({ vouchers }: SmsTexts, validUntil: string): string {
  const template = vouchers['5'];
  if (!template) throw new Error('There is no template.');
  return renderSms(template, { code, validUntil });
}

const otpOf = (sms: SmsTexts) =>
  sms.otp.text
    .replaceAll('{code}', '123456')
    .replace('{minutes}', '10')
    .replace('{host}', 'win.example');

const hex = (of: string) => Buffer.from(of, 'utf16le').swap16().toString('hex').toUpperCase();
const asWestern = (of: string) => new TextDecoder('windows-1252').decode(Buffer.from(of));
const after = (place: string, more: string) => (of: string) => of.replace(place, `${place}${more}`);

test.each<[string, (of: string) => string]>([
  ['as it was sent', (of) => of],
  ['a blank behind', (of) => `${of} `],
  ['a no-break space behind', (of) => `${of}\u00A0`],
  ['one in a file that is not UTF-8', (of) => `${of}\uFFFD`],
  ['a line break behind', (of) => `${of}\r\n`],
  ['blanks and a tab before', (of) => ` \t ${of}`],
  ['two blanks', (of) => of.replaceAll(' ', '  ')],
  ['a line break for a blank', (of) => of.replace(' gift ', '\r\ngift ')],
  ['a line break at the code', (of) => of.replace(` ${code}`, `\n${code}`)],
  ['one within the code', (of) => of.replace(code, code.replace('-', '-\n'))],
  ['other blanks', (of) => of.replaceAll(' ', '\u2009')],
  ['a missing blank', (of) => of.replace('. Valid', '.Valid')],
  ['soft hyphens and zero-width spaces', (of) => of.replace('voucher', 'vou\u00ADch\u200Ber')],
  ['those within the code', (of) => of.replace(code, code.replaceAll('-', '-\u200B'))],
  ['a hyphen that does not break', (of) => of.replace(code, code.replaceAll('-', '\u2011'))],
  ['decomposed letters', (of) => of.normalize('NFD')],
  ['wide letters', (of) => of.replace('Rs. 5', 'Ｒｓ. ５')],
  ['quotation marks around', (of) => `"${of}"`],
  ['curly ones', (of) => `“${of}”`],
  ['entities', (of) => of.replaceAll(' ', '&nbsp;').replace('!', '&#33;').replace('-', '&#x2D;')],
  ['a URL', (of) => encodeURIComponent(of)],
  ['a form', (of) => new URLSearchParams({ '': of }).toString().slice(1)],
  ['JSON', (of) => JSON.stringify(`${of}\n`).slice(1, -1).replace('!', '\\u0021')],
  ['hex', (of) => hex(of)],
  ['something before', (of) => `INAAMB: ${of}`],
  ['something behind', (of) => `${of} - Sent by Example SMS, 1 credit`],
  ['another case', (of) => of.toLowerCase().replace(code.toLowerCase(), code)],
])('a voucher is read with %s', (_, change) => {
  expect(reader.read(change(text))).toEqual({ kind: 'voucher', code });
});

test.each<[string, (of: string) => string]>([
  ['in the day', (of) => of.slice(0, -3)],
  ['behind the code', (of) => of.slice(0, of.indexOf('until'))],
  ['with dots', (of) => `${of.slice(0, of.indexOf('30'))}...`],
  ['with an ellipsis', (of) => `${of.slice(0, of.indexOf('til'))}…`],
  ['one in quotation marks', (of) => `"${of.slice(0, of.indexOf('September'))}…"`],
])('a text that is cut %s has its code', (_, change) => {
  // The dots could be taken for the full stop at the end.
  expect(reader.read(change(text))).toEqual({
    kind: expect.stringMatching(/^(?:cut|voucher)$/),
    code,
  });
});

test.each<[string, (of: string) => string]>([
  ['before its code', (of) => of.slice(0, of.indexOf('AB12'))],
  ['early', (of) => `${of.slice(0, 30)}…`],
  ['in its code', (of) => of.slice(0, of.indexOf('-cd'))],
  ['in its code, with dots', (of) => `${of.slice(0, of.indexOf('-EF'))}...`],
  ['right behind its code', (of) => of.slice(0, of.indexOf('Use'))],
])('a text that is cut %s is unclear', (_, change) => {
  expect(reader.read(change(text))).toEqual({ kind: 'unclear' });
});

test.each<[string, (of: string) => string]>([
  ['a hidden code', (of) => of.replace(code, '**********')],
  ['a code that is too short', (of) => of.replace(code, 'A1')],
  ['no code', (of) => of.replace(code, '')],
  ['two codes', (of) => `${of} ${of.replace(code, 'ZZ99-0000')}`],
  ['other words', (of) => of.replace('gift voucher', 'coupon')],
  ['missing words', after('Congratulations', '')],
])('a text with %s is a voucher only if it is one', (name, change) => {
  const expected = name === 'missing words' ? { kind: 'voucher', code } : { kind: 'unclear' };
  expect(reader.read(change(text))).toEqual(expected);
});

test('one-time codes and texts of others are not taken for vouchers', () => {
  expect(reader.read(otp)).toEqual({ kind: 'otp' });
  for (const other of [
    `Dear customer, ${otp.slice(0, 90)}`,
    'Your order 4711 has been shipped and arrives on 30 September 2026.',
    'Inaam Biscuit Rewards ends on 15 September. Scan a pack and take part!',
    '',
    '%E0%A4%A',
    '&#9999999;',
  ]) {
    expect(reader.read(other)).toEqual({ kind: 'other' });
  }
});

describe('in Hindi, in several SMS', () => {
  let hindi: string;
  let hindiReader: TextReader;
  beforeAll(async () => {
    const sms = hindiSms((await loadCampaign('biscuit-2025')).sms);
    hindiReader = textReader(sms);
    hindi = voucherOf(sms, '30-09-2026');
  });

  test('it is read in hex, as entities and in the wrong encoding', () => {
    const entities = hindi.replaceAll(/\P{ASCII}/gu, (letter) => `&#${letter.codePointAt(0)};`);
    const escaped = hindi.replaceAll(/\P{ASCII}/gu, (letter) => {
      return `\\u${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
    });
    for (const form of [
      hindi,
      hindi.normalize('NFD'),
      hex(hindi),
      entities,
      escaped,
      asWestern(hindi),
    ]) {
      expect(hindiReader.read(form)).toEqual({ kind: 'voucher', code });
    }
  });

  test('its parts are joined, in either order, with marks and without their outer blanks', () => {
    const middle = hindi.indexOf(' ', 20);
    const parts = [hindi.slice(0, middle), hindi.slice(middle)];
    expect(hindiReader.join(parts)).toBe(code);
    expect(hindiReader.join(parts.toReversed())).toBe(code);
    expect(hindiReader.join(parts.map((part) => part.trim()))).toBe(code);
    expect(hindiReader.join(parts.map((part, at) => `(${at + 1}/2) ${part}`))).toBe(code);
    const at = hindi.indexOf(code) + 3;
    expect(hindiReader.join([hindi.slice(0, at), hindi.slice(at)])).toBe(code);
    expect(hindiReader.join([hindi.slice(0, at), 'other'])).toBeUndefined();
  });
});
