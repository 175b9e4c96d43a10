import { expect, test, afterAll } from 'vitest';
import {
  connectionLimits,
  createWaitingCalls,
  eventLoopDelayMax,
  shedLoad,
  waitMax,
} from './overload.ts';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { callPath, callNames, type CallName } from '@inaam/contract/calls.ts';
import { bodyBytesMax } from '@inaam/contract/limits.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import fastify from 'fastify';
import { Refusal } from './refusal.ts';

type Begun = { device?: string; at: number; answeredAt?: number };

/** What `waitMs` says at 1000 ms after these calls. */
function waitAfter(begun: readonly Begun[]): number {
  let now = 0;
  const waiting = createWaitingCalls(() => now);
  const steps = begun.map(({ device, at, answeredAt }) => {
    let end = () => {};
    const begin = () => void (end = waiting.begin(device));
    return [{ at, run: begin }, ...(answeredAt ? [{ at: answeredAt, run: () => end() }] : [])];
  });
  for (const { at, run } of steps.flat().toSorted((one, other) => one.at - other.at)) {
    now = at;
    run();
  }
  now = 1000;
  return waiting.waitMs();
}
const many = (count: number, call: Begun): Begun[] => Array.from({ length: count }, () => call);

test.each([
  ['nobody waits', [], 0],
  ['31 in flight are no overload', many(31, { at: 100 }), 0],
  ['32 are', many(32, { at: 100 }), 900],
  ['a few who wait longer do not count', [...many(31, { at: 0 }), ...many(40, { at: 700 })], 300],
  ['who was answered does not count', many(99, { at: 0, answeredAt: 900 }), 0],
  ['a burst that is being served', [...many(60, { at: 0, answeredAt: 999 }), { at: 999 }], 0],
  ['one device, however many calls of it wait', many(99, { at: 0, device: 'one' }), 0],
  [
    'an answer ends the wait of a device that sends many calls',
    Array.from({ length: 40 }, (_, at) => [
      { device: `device ${at}`, at: 0, answeredAt: 990 },
      { device: `device ${at}`, at: 0 },
    ]).flat(),
    10,
  ],
])('%s', (_, begun, waitMs) => {
  expect(waitAfter(begun)).toBe(waitMs);
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
afterAll(() => patient.close());
afterAll(() => hasty.close());

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

async function servedAt(eventLoop: number, wait: number): Promise<CallName[]> {
  const app = fastify();
  shedLoad(app, { eventLoopMs: () => eventLoop, waitMs: () => wait });
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

test.each([
  ['not busy', 0, 0, callNames],
  ['at the limits of those who arrive', loop.arriving, waitMax.arriving, callNames],
  ['the event loop is later', loop.arriving + 1, 0, entered],
  ['later still', loop.entering + 1, 0, begun],
  ['32 devices wait longer', 0, waitMax.arriving + 1, entered],
  ['at the limit of those who fill in the form', 0, waitMax.entering, entered],
  ['longer still', 0, waitMax.entering + 1, begun],
  ['whatever the load', 60_000, 60_000, begun],
])(
  '%s (%d and %d ms): those who have begun are served before those who arrive',
  async (_, eventLoop, waitMs, served) => {
    expect(await servedAt(eventLoop, waitMs)).toEqual(served);
  },
);
