// Bad requests get a clear answer of the protocol, whatever was sent.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { callPath } from '@inaam/contract/calls.ts';
import { unwrapResponse } from '@inaam/contract/envelope.ts';
import { bodyBytesMax } from '@inaam/contract/limits.ts';
import { buildApp } from '../main/app.ts';
import { rateLimits } from '../codes/rate-limits.rules.ts';
import { openDatabase } from '../database/database.ts';
import { Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';

const server = await testServer();
afterAll(() => server.close());

type Sent = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  type?: string;
  payload?: string;
};

async function send({ method = 'POST', url, type, payload }: Sent) {
  const response = await server.app.inject({
    method,
    url,
    ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, resp: unwrapResponse(response.body) ?? {} };
}

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

test.each<[string, Sent, number]>([
  ['JSON that is none', { url: '/api/users', type: json, payload: '{"utm_source":' }, 400],
  ['a list', { url: '/api/users', type: json, payload: '[]' }, 400],
  [
    'a wrong type inside',
    { url: '/api/users', type: json, payload: '{"utm_source":{"a":1}}' },
    400,
  ],
  ['a prototype', { url: '/api/users', type: json, payload: '{"__proto__":{"x":1}}' }, 400],
  ['another content type', { url: '/api/users', type: 'text/plain', payload: 'x' }, 415],
  ['a form for the session', { url: '/api/users', type: form, payload: 'utm_source=qrcode' }, 415],
  [
    'too much',
    { url: '/api/users', type: json, payload: JSON.stringify({ id: 'x'.repeat(bodyBytesMax) }) },
    413,
  ],
  [
    'a long value',
    { url: '/api/users', type: json, payload: JSON.stringify({ id: 'x'.repeat(501) }) },
    400,
  ],
  ['no such call', { url: '/api/users/getMoney/x', type: form, payload: 'a=1' }, 404],
  ['no user key', { url: '/api/users/register', type: form, payload: 'a=1' }, 404],
  ['a spin by GET', { method: 'GET', url: '/api/users/getReward/abc' }, 405],
  ['states by POST', { url: '/api/users/getStates/abc', type: form, payload: 'a=1' }, 405],
  ['a session by PUT', { method: 'PUT', url: '/api/users', type: json, payload: '{}' }, 405],
  ['an unknown user key', { method: 'GET', url: '/api/users/getStates/nobody' }, 401],
  ['an endless user key', { method: 'GET', url: `/api/users/getStates/${'a'.repeat(100)}` }, 401],
])('[API-2][VAL-10] %s is answered in the protocol’s way', async (_, sent, status) => {
  const answer = await send(sent);
  expect(answer.status).toBe(status);
  expect(answer.resp).toMatchObject({ statusCode: status, message: expect.stringMatching(/\w/) });
});

test('[API-2][SGN-3] a signed call comes as a form with each key once', async () => {
  const shopper = new Shopper(server);
  await shopper.start();
  const data = encodeURIComponent(shopper.signed({ agree: 'YES' }));
  const url = callPath('recordConsent', shopper.userKey);
  const good = `userKey=${shopper.userKey}&data=${data}`;
  expect((await send({ url, type: form, payload: good })).status).toBe(200);
  expect(
    (await send({ url, type: json, payload: JSON.stringify({ userKey: shopper.userKey, data }) }))
      .status,
  ).toBe(415);
  for (const payload of [
    `${good}&data=${data}`,
    `${good}&userKey=x`,
    `userKey=${server.keys.newUserKey()}&data=${data}`,
    `data=${data}`,
    '',
    good.slice(0, -3),
  ]) {
    expect((await send({ url, type: form, payload })).status).toBe(401);
  }
});

test('[API-3] the server sends base64 where it is set to', async () => {
  const encoding = await testServer({ answerEncoding: 'base64' });
  onTestFinished(() => encoding.close());
  const response = await encoding.app.inject({
    method: 'POST',
    url: '/api/users',
    payload: { utm_source: 'qrcode' },
  });
  const { resp } = response.json<{ resp: string }>();
  expect(JSON.parse(Buffer.from(resp, 'base64').toString('utf8'))).toMatchObject({
    isValidToken: true,
  });
  const refused = await encoding.app.inject({ method: 'GET', url: '/api/nothing' });
  expect(unwrapResponse(refused.body)).toMatchObject({ statusCode: 404 });
  expect(refused.json<{ resp: unknown }>().resp).toBeTypeOf('string');
});

test('every answer of the API is JSON that nothing keeps, under a policy that lets nothing run', async () => {
  for (const url of ['/api/users', '/api/nothing']) {
    const { headers } = await server.app.inject({
      method: 'POST',
      url,
      payload: { utm_source: 'qrcode' },
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin',
    });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
    expect(headers['content-security-policy']).not.toMatch(/unsafe/);
  }
});

test('without its database the server says so, with a time to come again, and tells nothing else', async () => {
  const database = openDatabase('postgres://nobody@127.0.0.1:1/away');
  const { campaign, keys, readCards, time } = server;
  const clocks = { wall: () => time.wall, campaign: () => time.campaign };
  const options = {
    database,
    campaign,
    keys,
    clocks,
    rateLimits,
    readCards,
    answerEncoding: 'object',
  } as const;
  const app = await buildApp({ ...options, isSecure: true, site: undefined });
  onTestFinished(() => database.end());
  onTestFinished(() => app.close());
  const shopper = new Shopper({ ...server, app });
  shopper.userKey = keys.newUserKey();
  shopper.dataKey = keys.dataKeyOf(shopper.userKey);
  const answer = await shopper.call('recordConsent', { agree: 'YES' });
  expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
  expect(JSON.stringify(answer.resp)).not.toMatch(/127|econn|sql|stack/i);
  expect(answer.headers).toHaveProperty('strict-transport-security');
});

test.each([
  ['one host', 'host: win.example', 404],
  ['two hosts', 'host: win.example\r\nHost: other.example', 400],
  ['one host twice', 'host: win.example\r\nhost: win.example', 400],
  ['no host', 'x-host: win.example', 400],
])('a request for %s is answered as it should be', async (_, hosts, status) => {
  const { app } = server;
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server does not listen.');
  const socket = connect({ host: '127.0.0.1', port: address.port });
  socket.write(`GET /nowhere HTTP/1.1\r\n${hosts}\r\nconnection: close\r\n\r\n`);
  expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});
