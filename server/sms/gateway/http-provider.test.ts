import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  startFaultyGateway,
  type GatewayAnswer,
} from '@inaam/testing/server/delivery/faulty-gateway.ts';
import { outgoingSms as sms } from '@inaam/testing/server/delivery/outgoing-sms.ts';
import { sendWithLimit } from '../provider.ts';
import { httpGatewaySchema } from './gateway-schema.ts';
import { httpProvider, fillRequest } from './http-provider.ts';
import { fillerOf } from '../paths/placeholders.ts';

const gateway = await startFaultyGateway();
afterEach(() => {
  gateway.received.length = 0;
  gateway.answer({ status: 200 });
});
afterAll(() => gateway.close());

const values = {
  values: { account: 'in aam' },
  secrets: { KEY: 'k3y' },
  templates: { '1107000000000000003': 'tea-3' },
};

const minuteMs = 60_000;

function providerOf(more: object = {}, address = `${gateway.address}/send`) {
  const definition = {
    address,
    headers: { 'x-key': '{secret.KEY}' },
    json: { to: '91{mobile}', text: '{text}', until: '{variable.validUntil}' },
    answer: {
      rules: [{ is: 'accepted', status: '200', json: { type: '^success$' } }],
      reference: { json: 'data.0.id' },
      reason: { json: 'message' },
    },
    ...more,
  };
  return httpProvider(httpGatewaySchema.parse(definition), values);
}

const accepted: GatewayAnswer = { status: 200, body: '{"type":"success","data":[{"id":12}]}' };

test('[OTP-5] a JSON body carries the text as it is, and leaves out what the text has not', async () => {
  gateway.answer(accepted);
  expect(await sendWithLimit(providerOf(), sms, minuteMs)).toEqual({
    kind: 'accepted',
    reference: '12',
  });
  const [request] = gateway.received;
  expect(request).toMatchObject({ method: 'POST', headers: { 'x-key': 'k3y' } });
  expect(JSON.parse(request?.body ?? '')).toEqual({ to: '919876543210', text: sms.text });
});

const answers: [string, GatewayAnswer, object][] = [
  ['an empty answer', { status: 200, body: '' }, { kind: 'unknown', reason: 'HTTP 200' }],
  ['200 with an error', { status: 200, body: '{"type":"error"}' }, { kind: 'unknown' }],
  ['401', { status: 401 }, { kind: 'refusedForNow', reason: 'HTTP 401' }],
  ['500', { status: 500 }, { kind: 'unknown', reason: 'HTTP 500' }],
  ['no JSON at all', { status: 200, body: '\u0000\uFFFE{"type":"succ' }, { kind: 'unknown' }],
  ['an answer of 10 MB', { status: 200, body: 'x'.repeat(10_000_000) }, { kind: 'unknown' }],
  ['an answer that never ends', 'flood', { kind: 'unknown', reason: 'HTTP 200' }],
  ['an answer that ends in its middle', 'cut', { kind: 'unknown', reason: 'HTTP 200' }],
  ['a connection that is reset', 'reset', { kind: 'unknown' }],
];

test.each(answers)('[OTP-5] %s', async (_, answer, outcome) => {
  gateway.answer(answer);
  expect(await sendWithLimit(providerOf(), sms, minuteMs)).toMatchObject(outcome);
});

test('a redirection is not followed, wherever it leads', async () => {
  const other = await startFaultyGateway();
  onTestFinished(() => other.close());
  gateway.answer({ status: 307, headers: { location: `${other.address}/metadata` } });
  expect(await sendWithLimit(providerOf(), sms, minuteMs)).toEqual({
    kind: 'refusedForNow',
    reason: 'HTTP 307',
  });
  expect(other.received).toEqual([]);
});

test('[OTP-5] an answer that never ends is read no further than its start', async () => {
  gateway.answer('flood');
  const before = gateway.abandoned();
  await sendWithLimit(providerOf(), sms, minuteMs);
  await expect.poll(gateway.abandoned).toBe(before + 1);
});

test.each([
  ['hangs', 'hang'],
  ['answers a byte at a time', 'drip'],
] as const)('[OTP-5] the time limit closes the connection of a gateway that %s', async (_, how) => {
  gateway.answer(how);
  const before = gateway.abandoned();
  const received = gateway.received.length;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const outcome = sendWithLimit(providerOf(), sms, minuteMs);
    // On a busy machine a connection may take longer than any short limit.
    await expect.poll(() => gateway.received.length).toBe(received + 1);
    vi.advanceTimersByTime(minuteMs);
    expect(await outcome).toEqual({ kind: 'unknown', reason: 'no answer in time' });
  } finally {
    vi.useRealTimers();
  }
  await expect.poll(gateway.abandoned).toBe(before + 1);
});

test('what could not be connected was certainly not sent', async () => {
  const closed = await startFaultyGateway();
  await closed.close();
  expect(await sendWithLimit(providerOf({}, closed.address), sms, minuteMs)).toEqual({
    kind: 'refusedForNow',
    reason: 'ECONNREFUSED',
  });
});

test('a gateway that repeats what it was sent gives neither the code nor the number away', async () => {
  gateway.answer({
    status: 400,
    body: JSON.stringify({ message: 'template of abcd-efgh to 919876543210 is wrong' }),
  });
  const outcome = await sendWithLimit(providerOf(), sms, minuteMs);
  expect(outcome).toEqual({
    kind: 'refusedForNow',
    reason: 'HTTP 400 template of # to # is wrong',
  });
});

test('an address with number and secret in it is in no reason, even if the gateway repeats it', async () => {
  const query = { to: '91{mobile}', msg: '{text}', key: '{secret.KEY}' };
  const path = () => providerOf({ json: undefined, query });
  gateway.answer(accepted);
  expect(await sendWithLimit(path(), sms, minuteMs)).toMatchObject({ kind: 'accepted' });
  const address = gateway.received[0]?.url.search ?? '';
  expect(address).toContain('to=919876543210');
  gateway.answer({ status: 414, body: JSON.stringify({ message: `too long: ${address}` }) });
  const refused = await sendWithLimit(path(), sms, minuteMs);
  expect(refused).toEqual({
    kind: 'refusedForNow',
    reason: 'HTTP 414 too long: ?to=#&msg=#&key=#',
  });
});

const filled = {
  values: { account: 'in aam' },
  secrets: { KEY: 'k3y' },
  templates: { [sms.template.templateId]: 'tea-3' },
};
const requestOf = (more: object) => {
  const answer = { rules: [{ is: 'accepted' }] };
  const gateway = { address: 'https://sms.example/send', answer, ...more };
  return fillRequest(httpGatewaySchema.parse(gateway), fillerOf(sms, filled));
};

test('[OTP-5] the address is encoded, and so is the query', () => {
  const address = 'https://sms.example/of/{value.account}/send?a=1';
  const query = { to: '91{mobile}', ref: '{reference}', no: '{variable.validUntil}' };
  expect(requestOf({ address, query, method: 'GET' })).toStrictEqual({
    url: `https://sms.example/of/in%20aam/send?a=1&to=919876543210&ref=${sms.id}`,
    method: 'GET',
    headers: {},
    body: undefined,
  });
});

test('an address with a place that has nothing in it stays as it is', () => {
  const { url } = requestOf({ address: 'https://sms.example/{value.none}' });
  expect(url).toBe('https://sms.example/%7Bvalue.none%7D');
});

test.each([
  [{ form: { msg: 'a b', no: '{value.none}' } }, 'msg=a+b', 'application/x-www-form-urlencoded'],
  [{ json: { a: '{mobile}' } }, '{"a":"9876543210"}', 'application/json'],
  [{ text: 'to {mobile}' }, 'to 9876543210', 'text/plain; charset=utf-8'],
  [{ text: '' }, '', 'text/plain; charset=utf-8'],
])('[OTP-5] %j is sent as %j', (more, body, type) => {
  expect(requestOf(more)).toMatchObject({ body, headers: { 'content-type': type } });
});

test('a content type of the file is kept, and a header that has nothing in it is left out', () => {
  const headers = { 'content-type': 'text/xml', key: '{secret.KEY}', no: '{secret.NONE}' };
  expect(requestOf({ headers, text: '<a/>' }).headers).toStrictEqual({
    'content-type': 'text/xml',
    key: 'k3y',
  });
});

test('Basic authentication is sent, with nothing for what is missing', () => {
  const basic = (user: string, password: string) =>
    requestOf({ basic: { user, password } }).headers['authorization'];
  expect(basic('{value.account}', '{secret.KEY}')).toBe(`Basic ${btoa('in aam:k3y')}`);
  expect(basic('{value.none}', '{secret.NONE}')).toBe(`Basic ${btoa(':')}`);
});

test('[OTP-5] JSON keeps its shape, and its texts stay one string each', () => {
  const json = {
    list: ['{mobile}', '{variable.none}', 7, null, true, ['{value.account}']],
    inner: { text: '{text}', no: '{variable.none}', zero: 0 },
    no: '{variable.none}',
  };
  expect(JSON.parse(requestOf({ json }).body ?? '')).toEqual({
    list: ['9876543210', 7, null, true, ['in aam']],
    inner: { text: sms.text, zero: 0 },
  });
});
