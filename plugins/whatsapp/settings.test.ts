import { expect, test } from 'vitest';
import { accountOf, graphOrigin, problems } from './settings.ts';

const good = {
  WHATSAPP_TOKEN: 'EAAJB',
  WHATSAPP_PHONE_ID: '105954558954427',
  WHATSAPP_ACCOUNT_ID: '102290129340398',
};

test('nothing is needed, or all of the account', () => {
  expect(problems({})).toEqual([]);
  expect(accountOf({})).toBeUndefined();
  expect(problems(good)).toEqual([]);
  expect(accountOf(good)).toEqual({
    token: 'EAAJB',
    phoneId: '105954558954427',
    accountId: '102290129340398',
    origin: graphOrigin,
  });
});

test.each<[string, object, RegExp]>([
  ['a token alone', { WHATSAPP_PHONE_ID: '', WHATSAPP_ACCOUNT_ID: '' }, /PHONE_ID is missing/],
  ['ids alone', { WHATSAPP_TOKEN: '' }, /TOKEN is missing/],
  ['a number for its id', { WHATSAPP_PHONE_ID: '+91 98' }, /PHONE_ID must be the digits/],
  ['a token of two lines', { WHATSAPP_TOKEN: 'a\nb' }, /TOKEN must be one word/],
  ['a price in rupees', { WHATSAPP_CODE_PAISE: '0.12' }, /CODE_PAISE must be a whole number/],
  ['a plain address', { WHATSAPP_ORIGIN: 'http://graph.example' }, /ORIGIN must be https/],
  ['an address with a path', { WHATSAPP_ORIGIN: 'https://a.example/v1' }, /ORIGIN must be/],
])('%s is refused', (_, change, problem) => {
  const found = problems({ ...good, ...change });
  expect(found.join(' ')).toMatch(problem);
  expect(found.join(' ')).not.toContain('EAAJB');
});

test('a rehearsal may be on this machine', () => {
  expect(problems({ ...good, WHATSAPP_ORIGIN: 'http://127.0.0.1:8080' })).toEqual([]);
});
