import { getEventListeners } from 'node:events';
import { base64OfText } from '@inaam/contract/base64.ts';
import { coreCalls } from '@inaam/contract/core-calls.ts';
import { readSigned } from '@inaam/contract/signing.ts';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import {
  UnreadableAnswer,
  CallRefused,
  NetworkFailed,
  NotRegistered,
  SessionMissing,
} from './failures.ts';
import { answerTimeoutMs, createClient, type Credentials, createServerClock } from './client.ts';

const deviceNow = 1_746_500_000_000;
const whole: Credentials = {
  userKey: 'uk_0123456789abcdef',
  dataKey: 'Zk3vQ9xT2mB7LpR4wYc8HnD5sJ6fGa1e',
  accessToken: 'token-1',
};

type Sent = { address: string; request: RequestInit };

type Client = Parameters<typeof createClient>[0];

const clientBy = (fetch: Client['fetch'], parts: Partial<Client> = {}) =>
  createClient({
    fetch,
    clock: createServerClock(() => deviceNow),
    pause: () => Promise.resolve(),
    isOnline: () => true,
    signal: () => new AbortController().signal,
    randomBelow: (bound) => bound - 1,
    credentials: () => whole,
    language: () => 'hi',
    solveProof: async () => undefined,
    ...parts,
  });

function clientWith(
  answers: (Response | Error)[],
  credentials: Credentials | (() => Credentials) = whole,
  {
    onPause = () => {},
    now = () => deviceNow,
    ...parts
  }: Partial<Client> & { onPause?: (ms: number) => void; now?: () => number } = {},
) {
  const sent: Sent[] = [];
  const clock = createServerClock(now);
  const answer: Client['fetch'] = async (address, request) => {
    sent.push({ address, request });
    const next = answers.shift();
    if (next instanceof Response) return next;
    throw next ?? new Error('The test gave no answer for this request.');
  };
  const call = clientBy(answer, {
    clock,
    pause: async (ms) => onPause(ms),
    credentials: typeof credentials === 'function' ? credentials : () => credentials,
    ...parts,
  });
  return { call, sent, clock };
}

/** It ends when its time is over. */
const neverAnswers: Client['fetch'] = (_, { signal }) =>
  new Promise((_answer, refuse) => {
    signal?.addEventListener('abort', () => refuse(new Error('aborted')));
  });

const cutOff = new TypeError('Failed to fetch');
const registration = { name: 'Asha', mobile: '9876543210', state: 'Kerala', agree1: true };
const details = {
  name: 'Asha',
  state: 'Goa',
  city: 'Panaji',
  email: '',
  gender: 'male',
  age: '41',
};
const session = {
  isValidToken: true,
  isLoggedIn: false,
  token: null,
  pending: null,
  serverTime: deviceNow,
  campaign: 'open',
};

const answerOf = (resp: object | string, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ resp }), { status, headers });

const busy = (retryAfter = '2') =>
  answerOf({ statusCode: 503, message: 'Many people' }, 503, { 'Retry-After': retryAfter });

const header = ({ request }: Sent, name: string) => new Headers(request.headers).get(name);

function signedOf({ request }: Sent) {
  const form = request.body;
  if (!(form instanceof URLSearchParams)) throw new Error('The request carries no form.');
  const data = form.get('data') ?? '';
  return { userKey: form.get('userKey'), data, parsed: readSigned(data, whole.dataKey ?? '') };
}

afterEach(() => vi.useRealTimers());

test('[API-2] a signed call is a form with userKey and data, to an address that ends with the user key and t', async () => {
  const { call, sent } = clientWith([answerOf({ statusCode: 200, resendAfter: 60 })]);
  await call(coreCalls.register, registration);
  const [only] = sent;
  if (!only) throw new Error('Nothing was sent.');
  expect(only.address).toBe(`/api/users/register/${whole.userKey}?t=${deviceNow}`);
  expect(only.request.method).toBe('POST');
  expect(header(only, 'Accept-Language')).toBe('hi');
  const { userKey, parsed } = signedOf(only);
  expect(userKey).toBe(whole.userKey);
  expect(parsed).toMatchObject({ userKey, t: deviceNow, fields: registration });
});

test('[API-2] a read carries no body, and its address ends with the user key and t', async () => {
  const { call, sent } = clientWith([answerOf({ statusCode: 200, states: ['Goa'] })]);
  await expect(call(coreCalls.getStates, {})).resolves.toMatchObject({ states: ['Goa'] });
  expect(sent[0]?.address).toBe(`/api/users/getStates/${whole.userKey}?t=${deviceNow}`);
  expect(sent[0]?.request).toMatchObject({ method: 'GET' });
  expect(sent[0]?.request.body).toBeUndefined();
});

test('[ENT-4] a session is requested in plain JSON, unsigned, with a stored token as bearer', async () => {
  const held = { userKey: null, dataKey: null, accessToken: 'held' };
  const { call, sent } = clientWith([answerOf({ statusCode: 200, ...session })], held);
  await call(coreCalls.startSession, { utm_source: 'qrcode', masterKey: 'uk_1' });
  const [only] = sent;
  if (!only) throw new Error('Nothing was sent.');
  expect(only.address).toBe('/api/users');
  expect(header(only, 'Content-Type')).toBe('application/json');
  expect(header(only, 'Authorization')).toBe('Bearer held');
  expect(only.request.body).toBe('{"utm_source":"qrcode","masterKey":"uk_1"}');
});

test.each([
  ['getReward', 'Bearer token-1'],
  ['getDetails', 'Bearer token-1'],
  ['recordConsent', null],
  ['resendOtp', null],
] as const)('[EDP-5] %s goes with the authorization %j', async (name, authorization) => {
  const { call, sent } = clientWith([answerOf({ statusCode: 500, message: 'x' }, 500)]);
  const fields = name === 'recordConsent' ? { agree: 'YES' as const } : {};
  await expect(call(coreCalls[name], fields)).rejects.toThrow('x');
  expect(sent[0] && header(sent[0], 'Authorization')).toBe(authorization);
});

test.each([
  { ...whole, userKey: null },
  { ...whole, dataKey: null },
  { userKey: null, dataKey: null, accessToken: null },
])('[SES-5] without both keys a call is rejected with 401 and never sent', async (credentials) => {
  const { call, sent } = clientWith([], credentials);
  const refused = await call(coreCalls.getReward, {}).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(SessionMissing);
  expect(refused).toMatchObject({ name: 'SessionMissing', statusCode: 401 });
  expect(sent).toEqual([]);
});

test('[NAV-4] a call of a visitor who has not registered is never sent', async () => {
  const { call, sent } = clientWith([], { ...whole, accessToken: null });
  await expect(call(coreCalls.getReward, {})).rejects.toThrow(NotRegistered);
  expect(sent).toEqual([]);
});

test('[API-3] an answer may be an object or base64', async () => {
  const resp = { statusCode: 200, winType: '5' };
  const encoded = base64OfText(JSON.stringify(resp));
  const { call } = clientWith([answerOf(resp), answerOf(encoded)]);
  expect(await call(coreCalls.getReward, {})).toEqual(await call(coreCalls.getReward, {}));
});

test("[API-4] a statusCode of 200 to 299 counts, any other is rejected with the server's message", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 100, max: 599 }), async (statusCode) => {
      const { call } = clientWith([answerOf({ statusCode, winType: 3, message: 'No' })]);
      const outcome = await call(coreCalls.getReward, {}).catch((error: unknown) => error);
      if (statusCode >= 200 && statusCode <= 299) expect(outcome).toMatchObject({ winType: 3 });
      else expect(outcome).toMatchObject({ name: 'CallRefused', statusCode, message: 'No' });
    }),
  );
});

test('[ERR-1] a refusal carries message id, message and the seconds of Retry-After', async () => {
  const refusal = { statusCode: 429, messageId: 'tryAgain', message: 'Wait' };
  const { call } = clientWith([answerOf(refusal, 429, { 'Retry-After': '42' })]);
  await expect(call(coreCalls.resendOtp, {})).rejects.toMatchObject({
    messageId: 'tryAgain',
    message: 'Wait',
    retryAfterSeconds: 42,
  });
});

test.each([
  ['nothing', '', 200],
  ['HTML', '<!doctype html>', 200],
  ['cut-off JSON', '{"resp":{"statusCode":200', 200],
  ['JSON without resp', '{"statusCode":200}', 200],
  ['base64 of no JSON', '{"resp":"%%"}', 200],
  ['a server error in HTML', '<h1>502</h1>', 502],
  ['a success inside a server error', '{"resp":{"statusCode":200,"winType":3}}', 500],
  ['an envelope without a statusCode', '{"resp":{"message":"No"}}', 400],
  ['a 401 of a proxy in HTML', '<h1>401</h1>', 401],
  ['a 401 of nothing', '', 401],
  ['a 401 of a gateway in JSON', '{"statusCode":401,"message":"Unauthorized"}', 401],
])("[ERR-5] %s is rejected with '500'", async (_, text, status) => {
  const { call } = clientWith([new Response(text, { status })]);
  const error = await call(coreCalls.getReward, {}).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnreadableAnswer);
  expect(error).toMatchObject({ message: '500', reason: 'noEnvelope' });
});

test.each([
  [{ statusCode: 401 }, 401],
  [{ statusCode: 401, message: null, messageId: 7, campaign: 'over', challenge: [] }, 401],
  [{ statusCode: 401, message: 'x', serverTime: 'soon' }, 401],
  [{ statusCode: 401 }, 200],
  [{ statusCode: 401 }, 502],
])(
  '[ERR-3] whatever %j lacks or has too much, with HTTP %s it ends the session',
  async (resp, status) => {
    for (const sent of [resp, base64OfText(JSON.stringify(resp))]) {
      const { call } = clientWith([answerOf(sent, status)]);
      const error = await call(coreCalls.getReward, {}).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(CallRefused);
      expect(error).toMatchObject({ statusCode: 401, messageId: undefined, programme: undefined });
    }
  },
);

test('[ERR-4][ERR-7] a refusal without a message keeps its id and statusCode', async () => {
  const { call } = clientWith([answerOf({ statusCode: 400, messageId: 'invalidOtp' }, 400)]);
  await expect(call(coreCalls.verifyOtp, { otp: '123456' })).rejects.toMatchObject({
    name: 'CallRefused',
    statusCode: 400,
    messageId: 'invalidOtp',
    message: '',
  });
});

test('[ERR-5] a server error with a sentence is rejected with that sentence', async () => {
  const { call } = clientWith([answerOf({ statusCode: 503, message: 'Many people' }, 503)]);
  await expect(call(coreCalls.getReward, {})).rejects.toMatchObject({
    statusCode: 503,
    message: 'Many people',
  });
});

test('[WHL-3] a success without its fields differs from no answer', async () => {
  const { call } = clientWith([answerOf({ statusCode: 200 })]);
  await expect(call(coreCalls.getReward, {})).rejects.toMatchObject({ reason: 'otherShape' });
});

test('[ERR-2] a fetch that fails is a failed network', async () => {
  const { call } = clientWith([cutOff, cutOff]);
  await expect(call(coreCalls.getReward, {})).rejects.toBeInstanceOf(NetworkFailed);
});

const repeatable = [
  ['startSession', {}, { statusCode: 200, ...session }],
  ['recordConsent', { agree: 'YES' }, { statusCode: 200 }],
  ['register', registration, { statusCode: 200, resendAfter: 60 }],
  ['getStates', {}, { statusCode: 200, states: ['Goa'] }],
  ['getCities', { state: 'Goa' }, { statusCode: 200, cities: ['Panaji'] }],
  ['getDetails', {}, { statusCode: 200, ...details, limit: '' }],
  ['editDetails', details, { statusCode: 200 }],
  ['getReward', {}, { statusCode: 200, winType: 5 }],
] as const;

test.each(repeatable)(
  '[ERR-2] %s is sent once more, silently, when the network fails',
  async (name, fields, resp) => {
    const paused: number[] = [];
    const { call, sent } = clientWith([cutOff, answerOf(resp)], whole, {
      onPause: (ms) => paused.push(ms),
    });
    await expect(call(coreCalls[name], fields)).resolves.toMatchObject(resp);
    expect(sent).toHaveLength(2);
    expect(paused).toEqual([700]);
  },
);

test.each([
  ['verifyOtp', { otp: '123456' }],
  ['resendOtp', {}],
] as const)(
  '[OTP-5][OTP-2] %s is not: a second one could cost the shopper something',
  async (name, fields) => {
    const { call, sent } = clientWith([cutOff, answerOf({ statusCode: 200 })]);
    await expect(call(coreCalls[name], fields)).rejects.toBeInstanceOf(NetworkFailed);
    expect(sent).toHaveLength(1);
  },
);

test.each([
  ['a failed network', () => cutOff, 700],
  ['a busy server', () => busy(), 3999],
])(
  '[API-2][ERR-2] the request after %s is signed with a new time and the keys of the first',
  async (_, failure, waitMs) => {
    let now = deviceNow;
    let credentials = whole;
    const answers = [failure(), answerOf({ statusCode: 200, resendAfter: 9 })];
    const { call, sent } = clientWith(answers, () => credentials, {
      now: () => now,
      onPause: (ms) => {
        now += ms;
        credentials = { ...whole, userKey: 'uk_another', dataKey: 'another-data-key' };
      },
    });
    await call(coreCalls.register, registration);
    const [first, second] = sent.map((one) => signedOf(one));
    expect(first?.parsed?.t).toBe(deviceNow);
    expect(second?.parsed?.t).toBe(deviceNow + waitMs);
    for (const { userKey, parsed } of [first, second].flatMap((one) => one ?? [])) {
      expect(userKey).toBe(whole.userKey);
      expect(parsed).toMatchObject({ userKey: whole.userKey, fields: registration });
    }
    expect(second?.data.split('.')[2]).not.toBe(first?.data.split('.')[2]);
  },
);

test('[ERR-2] offline, a call fails at once and is not sent again', async () => {
  const { call, sent } = clientWith([cutOff, cutOff], whole, { isOnline: () => false });
  await expect(call(coreCalls.getReward, {})).rejects.toBeInstanceOf(NetworkFailed);
  expect(sent).toHaveLength(1);
});

test('[SES-7] nothing is sent again once the session that sent it has ended', async () => {
  const session = new AbortController();
  const { call, sent } = clientWith([cutOff, cutOff], whole, {
    signal: () => session.signal,
    onPause: () => session.abort(),
  });
  await expect(call(coreCalls.register, registration)).rejects.toBeInstanceOf(NetworkFailed);
  expect(sent).toHaveLength(1);
});

test.each([
  ['register', registration, true],
  ['getReward', {}, false],
  ['recordConsent', { agree: 'NO' }, false],
  ['eraseData', {}, false],
] as const)('[SES-7] the end of its session cuts %s off: %s', async (name, fields, isCut) => {
  const session = new AbortController();
  const sending = (async (_, { signal }) => {
    session.abort();
    expect(signal?.aborted).toBe(isCut);
    throw cutOff;
  }) satisfies Client['fetch'];
  const call = clientBy(sending, { signal: () => session.signal });
  await expect(call(coreCalls[name], fields)).rejects.toBeInstanceOf(NetworkFailed);
  expect(getEventListeners(session.signal, 'abort')).toEqual([]);
});

test('[ERR-2] an answer that does not come within its time is a failed network', async () => {
  vi.useFakeTimers();
  const call = clientBy(neverAnswers);
  const outcome = call(coreCalls.getReward, {}).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(answerTimeoutMs);
  expect(await outcome).toBeInstanceOf(NetworkFailed);
});

test('[SGN-3] a phone with a wrong clock signs again with the server time of the 401, once', async () => {
  const serverTime = deviceNow + 3_600_000;
  const stale = { statusCode: 401, message: 'stale', serverTime };
  const { call, sent } = clientWith([
    answerOf(stale, 401),
    answerOf({ statusCode: 200, winType: 3 }),
    answerOf({ statusCode: 200, winType: 3 }),
  ]);
  await call(coreCalls.getReward, {});
  await call(coreCalls.getReward, {});
  const times = sent.map((request) => signedOf(request).parsed?.t);
  expect(times).toEqual([deviceNow, serverTime, serverTime]);
});

test('[SGN-3] a second 401 is an expired session', async () => {
  const stale = { statusCode: 401, message: 'stale', serverTime: deviceNow + 1 };
  const { call, sent } = clientWith([answerOf(stale, 401), answerOf(stale, 401)]);
  await expect(call(coreCalls.getReward, {})).rejects.toBeInstanceOf(CallRefused);
  expect(sent).toHaveLength(2);
});

test('[SGN-3] a 401 without the server time is not tried again', async () => {
  const { call, sent } = clientWith([answerOf({ statusCode: 401, message: 'no' }, 401)]);
  await expect(call(coreCalls.getReward, {})).rejects.toMatchObject({ statusCode: 401 });
  expect(sent).toHaveLength(1);
});

test('[SGN-3] the session answer sets the clock that calls are signed with', async () => {
  const serverTime = deviceNow - 86_400_000;
  const answer = { statusCode: 200, ...session, isValidToken: false, serverTime };
  const { call, clock } = clientWith([answerOf(answer)]);
  await call(coreCalls.startSession, {});
  expect(clock.now()).toBe(serverTime);
});

test.each([
  ...repeatable,
  ['verifyOtp', { otp: '123456' }, { statusCode: 200, accessToken: 'token-2', fromTN: 0 }],
  ['resendOtp', {}, { statusCode: 200, resendAfter: 60 }],
] as const)('%s is repeated by itself while the server is busy', async (name, fields, resp) => {
  const paused: number[] = [];
  let heard = 0;
  const { call, sent } = clientWith([busy(), busy(), answerOf(resp)], whole, {
    onPause: (ms) => paused.push(ms),
  });
  await expect(call(coreCalls[name], fields, () => (heard += 1))).resolves.toMatchObject(resp);
  expect(sent).toHaveLength(3);
  expect(paused).toEqual([3999, 7999]);
  expect(heard).toBe(2);
});

test.each([
  ['a 503 without Retry-After', answerOf({ statusCode: 503, message: 'No' }, 503)],
  ['a 503 until a date', busy('Wed, 21 Oct 2026 07:28:00 GMT')],
  ['a 503 for more than a minute', busy('61')],
  ['a 500', answerOf({ statusCode: 500, message: 'No' }, 500, { 'Retry-After': '2' })],
  ['a 429', answerOf({ statusCode: 429, message: 'No' }, 429, { 'Retry-After': '2' })],
  ['a 503 without an envelope', new Response('', { status: 503, headers: { 'Retry-After': '2' } })],
])('[ERR-5] %s is rejected at once', async (_, answer) => {
  let heard = 0;
  const { call, sent } = clientWith([answer]);
  await expect(call(coreCalls.register, registration, () => (heard += 1))).rejects.toThrow(/./);
  expect([sent.length, heard]).toEqual([1, 0]);
});

test('[ERR-4] a server that is busy for a minute is rejected with its message', async () => {
  const paused: number[] = [];
  const { call, sent } = clientWith([busy(), busy(), busy(), busy(), busy()], whole, {
    onPause: (ms) => paused.push(ms),
  });
  await expect(call(coreCalls.verifyOtp, { otp: '123456' })).rejects.toMatchObject({
    name: 'CallRefused',
    statusCode: 503,
    message: 'Many people',
  });
  expect(sent).toHaveLength(5);
  expect(paused).toEqual([3999, 7999, 15_999, 31_999]);
});

test.each([
  ['while it waits', 1],
  ['before the answer', 0],
])('[SES-7] a session that ends %s is not waited for', async (_, waits) => {
  const paused: number[] = [];
  const session = new AbortController();
  const { call, sent } = clientWith([busy(), busy()], whole, {
    signal: () => session.signal,
    onPause: (ms) => {
      paused.push(ms);
      session.abort();
    },
  });
  if (waits === 0) session.abort();
  await expect(call(coreCalls.register, registration)).rejects.toBeInstanceOf(CallRefused);
  expect([sent.length, paused.length]).toEqual([1, waits]);
});

test('[ERR-2] the waiting ends when the network goes: a failed network', async () => {
  let isOnline = true;
  const { call, sent } = clientWith([busy(), busy()], whole, {
    isOnline: () => isOnline,
    onPause: () => (isOnline = false),
  });
  await expect(call(coreCalls.register, registration)).rejects.toBeInstanceOf(NetworkFailed);
  expect(sent).toHaveLength(1);
});

test('[ERR-2] the time limit does not count the waiting, and begins anew after it', async () => {
  vi.useFakeTimers();
  const startedAt = Date.now();
  const sentAt: number[] = [];
  const call = clientBy(
    (address, request) => {
      sentAt.push(Date.now() - startedAt);
      return sentAt.length < 4 ? Promise.resolve(busy()) : neverAnswers(address, request);
    },
    {
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      randomBelow: () => 0,
    },
  );
  let failedAt = 0;
  const outcome = call(coreCalls.getReward, {}).catch((error: unknown) => {
    failedAt = Date.now() - startedAt;
    return error;
  });
  await vi.advanceTimersByTimeAsync(14_000 + answerTimeoutMs);
  expect(await outcome).toBeInstanceOf(NetworkFailed);
  expect(sentAt).toEqual([0, 2000, 6000, 14_000]);
  expect(failedAt).toBe(14_000 + answerTimeoutMs);
});
