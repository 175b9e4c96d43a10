import { expect, test, afterAll } from 'vitest';
import {
  createCallDelay,
  connectionLimits,
  callDelayMax,
  eventLoopDelayMax,
  shedLoad,
} from './overload.ts';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { callPath, callNames, type CallName } from '@inaam/contract/calls.ts';
import { bodyBytesMax } from '@inaam/contract/limits.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import fastify from 'fastify';
import { Refusal } from './refusal.ts';

/** Begins calls and ends each after its duration; the last `held` stay in flight. */
function delayAfter(calls: readonly number[], held: number, idleMs = 0): number {
  let now = 1000;
  const delay = createCallDelay(() => now);
  for (let at = 0; at < held; at += 1) delay.begin(undefined);
  for (const ms of calls) {
    const end = delay.begin(undefined);
    now += ms;
    end();
  }
  now += idleMs;
  return delay.meanMs();
}

test.each([
  ['nothing was answered', [], 40, 0, 0],
  ['the mean of what was answered', [100, 200], 40, 0, 150],
  ['31 in flight are no overload', [100, 200], 31, 0, 0],
  ['32 are', [100, 200], 32, 0, 150],
  ['what was answered within the last window counts', [100], 40, 400, 100],
  ['and within the one before', [100], 40, 700, 100],
  ['but nothing older', [100], 40, 1500, 0],
  ['a load that grows slower is seen at once', [10, 10, 10, 900, 900, 900], 40, 0, 900],
])('%s', (_, calls, held, idleMs, mean) => {
  expect(delayAfter(calls, held, idleMs)).toBeCloseTo(mean);
});

/** Each of `devices` sends `calls` at once, which are answered one after another. */
function delayOfFlood(devices: number, calls: number, ms: number): number {
  let now = 1000;
  const delay = createCallDelay(() => now);
  const ends = Array.from({ length: calls }, () =>
    Array.from({ length: devices }, (_, at) => delay.begin(`device ${at}`)),
  );
  for (const round of ends.slice(0, -1)) {
    now += ms;
    for (const end of round) end();
  }
  return delay.meanMs();
}

test('one device is no overload, however many calls of it wait for each other', () => {
  expect(delayOfFlood(1, 1000, 3)).toBe(0);
});

test('of a device one call counts in half a second, and all of those who come together', () => {
  expect(delayOfFlood(40, 40, 10)).toBeCloseTo(10);
});

// Slow, endless and contradictory requests to a listening server get an answer, and then a closed
// connection.

const connectionsMax = 8;
const minuteMs = 60_000;
const limits = { ...connectionLimits, connectionsMax, checkIntervalMs: 50 };
const portOf = async ({ app }: TestServer) =>
  Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);

/** Closes slow connections at once, including those that a busy machine slows down. */
const hasty = await testServer({
  connectionLimits: {
    ...limits,
    headersTimeoutMs: 300,
    requestTimeoutMs: 600,
    idleTimeoutMs: 2000,
  },
  // Far more than the buffers of both ends hold.
  addRoutes: (app) => void app.get('/large', () => 'a'.repeat(32 * 1024 * 1024)),
});
/** Closes connections for other reasons only. */
const patient = await testServer({
  connectionLimits: {
    ...limits,
    headersTimeoutMs: 4 * minuteMs,
    requestTimeoutMs: 4 * minuteMs,
    idleTimeoutMs: 4 * minuteMs,
  },
});
const ports = new Map([
  [hasty, await portOf(hasty)],
  [patient, await portOf(patient)],
]);
const userKey = patient.keys.newUserKey();
afterAll(async () => {
  await hasty.close();
  await patient.close();
});

async function opened(server: TestServer): Promise<Socket> {
  const port = ports.get(server) ?? 0;
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const connectionsOf = ({ app }: TestServer) =>
  new Promise<number>((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

/** Everything that the server sends until it closes the connection. */
async function answerTo(server: TestServer, ...parts: readonly string[]): Promise<string> {
  const socket = await opened(server);
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const part of parts) socket.write(part);
  await closed;
  return text;
}

const head = (path: string, ...lines: readonly string[]) =>
  [`POST ${path} HTTP/1.1`, 'host: win.example', ...lines, '', ''].join('\r\n');
const form = 'content-type: application/x-www-form-urlencoded';
const register = () => callPath('register', userKey);

test('production’s limits let a slow phone through, and no slow client for longer than 11 seconds', () => {
  const { headersTimeoutMs, requestTimeoutMs, checkIntervalMs } = connectionLimits;
  expect(headersTimeoutMs).toBeLessThanOrEqual(requestTimeoutMs);
  expect(requestTimeoutMs + checkIntervalMs).toBeLessThanOrEqual(11_000);
});

test.each<[string, () => string[], RegExp]>([
  ['nothing', () => [], /^HTTP\/1\.1 408 /],
  ['half a header', () => ['POST /api/users HTTP/1.1\r\nhost: a\r\nx-slow: '], /^HTTP\/1\.1 408 /],
  [
    'a body that stops',
    () => [head(register(), form, 'content-length: 9000'), 'userKey='],
    /^HTTP\/1\.1 408 /,
  ],
  [
    'a body that stops, of nobody',
    () => [head('/api/users/register/nobody', form, 'content-length: 9000'), 'userKey='],
    /^HTTP\/1\.1 401 /,
  ],
  [
    'chunks without an end, of nobody',
    () => [head('/api/users/register/nobody', form, 'transfer-encoding: chunked'), '1\r\na\r\n'],
    /^HTTP\/1\.1 401 /,
  ],
  [
    'an announced length that is too much',
    () => [head(register(), form, `content-length: ${bodyBytesMax + 1}`)],
    /^HTTP\/1\.1 413 /,
  ],
  [
    'chunks that become too much',
    () => [
      head(register(), form, 'transfer-encoding: chunked'),
      `${(bodyBytesMax + 1).toString(16)}\r\n${'a'.repeat(bodyBytesMax + 1)}\r\n`,
    ],
    /^HTTP\/1\.1 413 /,
  ],
  [
    'a length and chunks',
    () => [head(register(), form, 'content-length: 4', 'transfer-encoding: chunked')],
    /^HTTP\/1\.1 400 /,
  ],
  [
    'chunks and a length',
    () => [head(register(), form, 'transfer-encoding: chunked', 'content-length: 4')],
    /^HTTP\/1\.1 400 /,
  ],
  [
    'two lengths',
    () => [head(register(), form, 'content-length: 4', 'content-length: 5')],
    /^HTTP\/1\.1 400 /,
  ],
  [
    'an encoding that is none',
    () => [head(register(), form, 'transfer-encoding: xchunked')],
    /^HTTP\/1\.1 400 /,
  ],
  ['a bare line feed', () => ['GET / HTTP/1.1\nhost: a\n\n'], /^HTTP\/1\.1 400 /],
  ['junk', () => ['\u0016\u0003\u0001 junk\r\n\r\n'], /^HTTP\/1\.1 400 /],
  ['headers of 20 kB', () => [head('/', `cookie: ${'a'.repeat(20_000)}`)], /^HTTP\/1\.1 431 /],
])(
  '[API-2] %s: is answered, with all headers, and the connection is closed',
  async (_, parts, status) => {
    const server = status.source.includes('408') ? hasty : patient;
    const answer = (await answerTo(server, ...parts())).toLowerCase();
    expect(answer).toMatch(new RegExp(status.source, 'i'));
    expect(answer).toContain('\r\nconnection: close\r\n');
    expect(answer).toContain('\r\nx-content-type-options: nosniff\r\n');
    expect(answer).toContain("\r\ncontent-security-policy: default-src 'none'");
    expect(answer).not.toMatch(/fastify|node|stack|llhttp|hpe_/);
    // Nothing after it was taken for a second request.
    expect(answer.match(/http\/1\.1/g)).toHaveLength(1);
  },
  // Node's own interval would close them after half a minute.
  25_000,
);

test('who asks for much and reads nothing of it is disconnected', async () => {
  const before = await connectionsOf(hasty);
  const socket = await opened(hasty);
  socket.pause();
  socket.write('GET /large HTTP/1.1\r\nhost: win.example\r\n\r\n');
  await expect.poll(() => connectionsOf(hasty)).toBe(before + 1);
  await expect.poll(() => connectionsOf(hasty)).toBe(before);
  socket.destroy();
}, 25_000);

test('connections beyond the limit are closed unheard, and there is room again when others go', async () => {
  const held = await Promise.all(Array.from({ length: connectionsMax }, () => opened(patient)));
  expect(await answerTo(patient, head('/api/users'))).toBe('');
  for (const socket of held) socket.destroy();
  await expect
    .poll(() => answerTo(patient, head('/api/nothing', 'connection: close')))
    .toMatch(/ 404 /);
});

async function servedAt(load: { eventLoop: number; calls: number }): Promise<CallName[]> {
  const app = fastify();
  shedLoad(app, { eventLoopMs: () => load.eventLoop, callMs: () => load.calls });
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Refusal ? error.statusCode : 500).send(),
  );
  for (const call of callNames) app.get(`/${call}`, { config: { call } }, () => ({}));
  const served: CallName[] = [];
  for (const call of callNames) {
    const { statusCode } = await app.inject(`/${call}`);
    expect([200, 503]).toContain(statusCode);
    if (statusCode === 200) served.push(call);
  }
  await app.close();
  return served;
}

const entered = callNames.filter((call) => call !== 'startSession');
const begun = entered.filter((call) => call !== 'recordConsent' && call !== 'register');
const loop = eventLoopDelayMax;
const calls = callDelayMax;

test.each([
  ['not busy', 0, 0, callNames],
  ['at the limits of those who arrive', loop.arriving, calls.arriving, callNames],
  ['the event loop is later', loop.arriving + 1, 0, begun],
  ['at the limit of those who have begun', loop.begun, 0, begun],
  ['later still', loop.begun + 1, 0, []],
  ['calls take longer', 0, calls.arriving + 1, entered],
  ['at the limit of those who fill in the form', 0, calls.entering, entered],
  ['longer', 0, calls.entering + 1, begun],
  ['at the limit of those who have begun', 0, calls.begun, begun],
  ['longer still', 0, calls.begun + 1, []],
])(
  '%s (%d and %d ms): those who have begun are served before those who arrive',
  async (_, eventLoop, callMs, served) => {
    expect(await servedAt({ eventLoop, calls: callMs })).toEqual(served);
  },
);
