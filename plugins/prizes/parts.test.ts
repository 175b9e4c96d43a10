// What the parts of the editor change, as a draft of a real campaign: what is missing is told.
import { afterAll, expect, test } from 'vitest';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { consoleOrigin, testConsole } from '@inaam/testing/server/console/test-console.ts';
import { addAmount, changeAmount, removeAmount } from './console/amounts.rules.ts';

const server = await testServer();
const site = await testConsole(server);
afterAll(() => server.close());
afterAll(() => site.close());
const cookie = await site.signedIn('manager', 'Mira');

type Edit = Changes[number];
type Changes = ReturnType<typeof addAmount>;
const parsed = ({ file, path, value }: Changes[number]): Edit => ({
  file,
  path: [...path],
  ...(value !== undefined && { value: JSON.parse(JSON.stringify(value)) }),
});

/** Calls of another plugin, by their address. */
const post = async (call: string, fields: object) => {
  const answer = await site.app.inject({
    method: 'POST',
    url: `/api/campaign/draft${call}`,
    headers: { origin: consoleOrigin, cookie },
    payload: fields,
  });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};

const check = async (edits: readonly Edit[]): Promise<string[]> => {
  const { problems } = await post('/check', { edits });
  return problems.map(
    ({ file, path, text }: Record<'file' | 'text', string> & { path: string[] }) =>
      `${file} ${path.join('.')}: ${text}`,
  );
};
const { files } = await post('', {});
const valueAt = ({ file, path }: { file: string; path: readonly (string | number)[] }) =>
  path.reduce<unknown>((found, step) => Reflect.get(Object(found), step), files[file]);

const budget = (rupees: number): Edit => ({
  file: 'draw.json',
  path: ['budgetRupees'],
  value: rupees,
});
const registered = (amount: number): Edit => ({
  file: 'sms.json',
  path: ['vouchers', String(amount), 'dlt', 'templateId'],
  value: '1107000000000000099',
});

test('a new amount needs its budget and its registered SMS, and nothing else', async () => {
  const added = addAmount(valueAt, 20).map(parsed);
  const missing = await check(added);
  expect(missing).toEqual([
    expect.stringMatching(/^sms\.json vouchers\.20\.dlt\.templateId: .*19 digits/),
    expect.stringMatching(/^draw\.json budgetRupees: .*cost together, 5220000,/),
  ]);
  expect(await check([...added, budget(5_220_000), registered(20)])).toEqual([]);
});

test('a changed amount keeps all but its registration', async () => {
  const changed = changeAmount(valueAt, 10, 12).map(parsed);
  expect(await check([...changed, registered(12), budget(5_300_000)])).toEqual([]);
});

test('an amount that is removed leaves nothing in any file', async () => {
  const removed = removeAmount(valueAt, 10).map(parsed);
  expect(await check([...removed, budget(4_700_000)])).toEqual([]);
});

test.each([
  ['otp', 'en', '{code} for {minutes} minutes\n@{host} #{code}', ['GSM 7 bit', 1, 1]],
  ['voucher', 'hi', `रु. 3: {code} {validUntil}${'अ'.repeat(40)}`, ['Unicode', 2, 2]],
  ['voucher', 'en', 'Rs. 3: {code} until {validUntil}', ['GSM 7 bit', 1, 1]],
  ['voucher', 'no language', '{unknown} ₹', ['Unicode', 1, 1]],
] as const)(
  'an SMS of %s in %s is shown as a phone shows it',
  async (kind, language, text, cost) => {
    const { body } = await site.call('showSms', { kind, language, text }, { cookie });
    const { sample, ...shown } = consoleCalls.showSms.answer.parse(body);
    expect(sample).not.toMatch(/\{(?:code|minutes|host|validUntil)\}/);
    expect([shown.encoding, shown.segments, shown.segmentsMost]).toEqual(cost);
  },
);
