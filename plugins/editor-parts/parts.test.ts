// What the parts of the editor change, as a draft of a real campaign: what is missing is told.
import { afterAll, expect, test } from 'vitest';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import {
  consoleCalls,
  type ConsoleCallName,
  type FieldsOf,
} from '@inaam/contract/console/calls.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import {
  consoleOrigin,
  testConsole,
  type TestConsole,
} from '@inaam/testing/server/console/test-console.ts';
import { addAmount, changeAmount, removeAmount } from './console/amounts.rules.ts';

const server = await testServer();
const biscuit = await testConsole(server);
/** It is not in every language. */
const soda = await testConsole({ ...server, campaign: await loadCampaign('goli-soda-2026') });
afterAll(() => server.close());
afterAll(() => biscuit.close());
afterAll(() => soda.close());

type Edit = Changes[number];
type Changes = ReturnType<typeof addAmount>;
const parsed = ({ file, path, value }: Changes[number]): Edit => ({
  file,
  path: [...path],
  ...(value !== undefined && { value: JSON.parse(JSON.stringify(value)) }),
});

const cookies = new Map<TestConsole, string>();
for (const site of [biscuit, soda]) cookies.set(site, await site.signedIn('manager', 'Mira'));
/** Calls of another plugin, by their address. */
const post = async (site: TestConsole, call: string, fields: object) => {
  const answer = await site.app.inject({
    method: 'POST',
    url: `/api/campaign/draft${call}`,
    headers: { origin: consoleOrigin, cookie: cookies.get(site) ?? '' },
    payload: fields,
  });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};

const read = (site = biscuit) => post(site, '', {});
const check = async (edits: readonly Edit[], site = biscuit): Promise<string[]> => {
  const { problems } = await post(site, '/check', { edits });
  return problems.map(
    ({ file, path, text }: Record<'file' | 'text', string> & { path: string[] }) =>
      `${file} ${path.join('.')}: ${text}`,
  );
};
const { files } = await read();
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

test('a new language asks for what only the campaign says, is translated, and goes again', async () => {
  const { version, moreLanguages, languages } = await read(soda);
  const [language = ''] = moreLanguages;
  const list = { file: 'campaign.json', path: ['languages'] };
  const words = `words/${language}.json`;
  const edits = [
    { ...list, value: [...languages, language] },
    { file: words, path: [], value: {} },
  ];
  const missing = await check(edits, soda);
  expect(missing).toContainEqual(expect.stringContaining(`${words} home.headline: `));
  expect(missing.filter((line) => !line.startsWith(words))).toEqual([]);
  await post(soda, '/save', { version, edits });
  const { texts } = await post(soda, '/texts', { language });
  expect(
    texts.find(({ path }: { path: string[] }) => path.join('.') === 'home.headline'),
  ).toMatchObject({
    own: '',
    source: expect.stringContaining(' '),
  });
  expect(await read(soda)).toMatchObject({ newLanguages: [language] });
  const back = [
    { ...list, value: languages },
    { file: words, path: [] },
  ];
  await post(soda, '/save', { version: version + 1, edits: back });
  expect(await read(soda)).toMatchObject({ changed: [], newLanguages: [], problems: [] });
});

test.each([
  ['otp', 'en', '{code} for {minutes} minutes\n@{host} #{code}', ['GSM 7 bit', 1, 1]],
  ['voucher', 'hi', `रु. 3: {code} {validUntil}${'अ'.repeat(40)}`, ['Unicode', 2, 2]],
  ['voucher', 'en', 'Rs. 3: {code} until {validUntil}', ['GSM 7 bit', 1, 1]],
  ['voucher', 'no language', '{unknown} ₹', ['Unicode', 1, 1]],
] as const)(
  'an SMS of %s in %s is shown as a phone shows it',
  async (kind, language, text, cost) => {
    const { body } = await biscuit.call(
      'showSms',
      { kind, language, text },
      { cookie: cookies.get(biscuit) },
    );
    const { sample, ...shown } = consoleCalls.showSms.answer.parse(body);
    expect(sample).not.toMatch(/\{(?:code|minutes|host|validUntil)\}/);
    expect([shown.encoding, shown.segments, shown.segmentsMost]).toEqual(cost);
  },
);
