// Who may say what became of a message.
import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { testDatabase, openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { biscuitCampaign } from '@inaam/testing/server/campaign/committed-campaign.ts';
import { account, signed, statusBody, variablesOf } from '../testing/fake-cloud-api.ts';
import { choice } from '../testing/choice.ts';
import { hookPath, receiveStatuses } from './status-hook.ts';

const clone = await testDatabase();
const database = openTestDatabase(clone.url, 4, 'inaam_serve');
const owner = openTestDatabase(clone.url, 2);
const campaign = { ...(await biscuitCampaign()), whatsapp: choice };
const clocks = { wall: () => Date.now(), campaign: () => Date.now() };
const app = fastify();
const variables = variablesOf('https://graph.example');
await receiveStatuses(app, { database, campaign, clocks }, variables);
afterAll(async () => {
  await app.close();
  await database.end();
  await owner.end();
  await clone.drop();
});

let count = 0;
const newId = () => `0197b1c2-0000-7000-8000-${String((count += 1)).padStart(12, '0')}`;
const post = (body: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: hookPath, body, headers });
const say = (body: string, signature = signed(body)) =>
  post(body, { 'x-hub-signature-256': signature, 'content-type': 'application/json' });
const stored = async (id: string) => {
  const { rows } = await owner.query<{ status: string; code: number | null }>(
    'select status, code from inaam.whatsapp_status where id = $1 order by status',
    [id],
  );
  return rows;
};

test('a signed state is stored once, however often it comes', async () => {
  const id = newId();
  const body = statusBody(id, 'failed', { code: 131026 });
  for (const _ of [1, 2, 3]) expect((await say(body)).statusCode).toBe(200);
  expect(await stored(id)).toEqual([{ status: 'failed', code: 131026 }]);
});

test.each<[string, (body: string) => string]>([
  ['of another secret', (body) => signed(body, 'another')],
  ['of another body', () => signed('{}')],
  ['in capitals', (body) => signed(body).toUpperCase()],
  ['of another hash', (body) => signed(body).replace('sha256=', 'sha1=')],
  ['that is empty', () => 'sha256='],
])('a signature %s is refused', async (_, of) => {
  const id = newId();
  const body = statusBody(id, 'delivered');
  expect((await say(body, of(body))).statusCode).toBe(401);
  expect(await stored(id)).toEqual([]);
});

test('without a signature nothing is read', async () => {
  const id = newId();
  expect((await post(statusBody(id, 'delivered'))).statusCode).toBe(401);
  expect(await stored(id)).toEqual([]);
});

test('a signature is of the bytes: what means the same is another body', async () => {
  const id = newId();
  const body = statusBody(id, 'delivered');
  expect((await say(`${body} `, signed(body))).statusCode).toBe(401);
});

test('a body that is too large is refused', async () => {
  const body = ' '.repeat(1_048_577);
  expect((await say(body)).statusCode).toBe(413);
});

test.each(['not json', '[]', '{"object":"whatsapp_business_account","entry":[{}]}', ''])(
  'what is signed and says nothing is answered, so that it does not come again: %s',
  async (body) => {
    expect((await say(body)).statusCode).toBe(200);
  },
);

test("another number's states are not stored", async () => {
  const id = newId();
  expect((await say(statusBody(id, 'delivered', { phoneId: '1' }))).statusCode).toBe(200);
  expect(await stored(id)).toEqual([]);
});

const ask = (query: string) => app.inject({ method: 'GET', url: `${hookPath}?${query}` });

test('the challenge is answered to who knows the word', async () => {
  const right = `hub.mode=subscribe&hub.verify_token=${account.word}&hub.challenge=1158201444`;
  const answer = await ask(right);
  expect([answer.statusCode, answer.body]).toEqual([200, '1158201444']);
  expect(answer.headers['content-type']).toMatch(/^text\/plain/);
});

test.each([
  'hub.mode=subscribe&hub.verify_token=wrong&hub.challenge=1',
  `hub.verify_token=${account.word}&hub.challenge=1`,
  `hub.mode=subscribe&hub.verify_token=${account.word}&hub.challenge=%3Cscript%3E`,
  `hub.mode=subscribe&hub.verify_token=${account.word}`,
  '',
])('any other challenge is not: %s', async (query) => {
  expect((await ask(query)).statusCode).toBe(403);
});

test.each([
  [{ WHATSAPP_APP_SECRET: '' }, choice],
  [{ WHATSAPP_VERIFY_TOKEN: '' }, choice],
  [{ WHATSAPP_PHONE_ID: '' }, choice],
  [{}, undefined],
])('without its secrets, or in another campaign, there is no web hook', async (change, own) => {
  const other = fastify();
  const { whatsapp: _, ...without } = campaign;
  const of = own ? { ...without, whatsapp: own } : without;
  await receiveStatuses(other, { database, campaign: of, clocks }, { ...variables, ...change });
  expect((await other.inject({ method: 'POST', url: hookPath })).statusCode).toBe(404);
  await other.close();
});
