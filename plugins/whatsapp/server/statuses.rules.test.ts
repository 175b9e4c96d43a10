import { expect, test } from 'vitest';
import { account, statusBody } from '../testing/fake-cloud-api.ts';
import { statusesIn } from './statuses.rules.ts';

const id = '0197b1c2-0000-7000-8000-000000000001';
const read = (text: string) => statusesIn(JSON.parse(text), account.phoneId);

test('a state, its price and the code of a failure are read', () => {
  expect(read(statusBody(id, 'delivered'))).toEqual([
    { id, status: 'delivered', code: null, category: 'authentication' },
  ]);
  expect(read(statusBody(id, 'failed', { code: 131026 }))).toEqual([
    { id, status: 'failed', code: 131026, category: null },
  ]);
});

test('another number of the account is not ours', () => {
  expect(read(statusBody(id, 'delivered', { phoneId: '1' }))).toEqual([]);
});

test.each<[string, (text: string) => string]>([
  ['an id that is not ours', (text) => text.replaceAll(id, 'a b')],
  ['a word that is no state', (text) => text.replace('"delivered"', '"played"')],
  ['another object', (text) => text.replace('whatsapp_business_account', 'page')],
  ['another field', (text) => text.replace('"messages"}', '"account_update"}')],
])('%s is left', (_, change) => {
  expect(read(change(statusBody(id, 'delivered')))).toEqual([]);
});

test.each([null, [], 7, 'x', { object: 'whatsapp_business_account', entry: {} }])(
  'what has no form is nothing: %j',
  (body) => {
    expect(statusesIn(body, account.phoneId)).toEqual([]);
  },
);

test('a code that fits in no column is none', () => {
  expect(read(statusBody(id, 'failed', { code: 99_999_999_999 }))).toMatchObject([{ code: null }]);
});

test('the same state twice is one', () => {
  const body = JSON.parse(statusBody(id, 'delivered'));
  expect(
    statusesIn({ ...body, entry: [...body.entry, ...body.entry] }, account.phoneId),
  ).toHaveLength(1);
});
