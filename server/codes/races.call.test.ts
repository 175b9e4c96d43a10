// Simultaneous requests over real sockets.
import { connect, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { callPath, type CallName } from '@inaam/contract/calls.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { countRows, readLedger } from '@inaam/testing/server/database/database-queries.ts';
import {
  limitsWithoutPrices as rateLimits,
  testServer,
} from '@inaam/testing/server/app/test-server.ts';
import { unwrapResponse } from '@inaam/contract/envelope.ts';
import { startFaultProxy } from '@inaam/testing/product/fault-proxy.ts';
import { serverOnDatabase } from '@inaam/testing/server/app/server-on-database.ts';
import { testDatabase } from '@inaam/testing/setup/cluster/test-database.ts';

const server = await testServer({ rateLimits, connections: 10 });
await server.app.listen({ host: '127.0.0.1', port: 0 });
const address = server.app.server.address();
if (address === null || typeof address === 'string') throw new Error('The server has no port.');
const port = address.port;
afterAll(() => server.close());

const at = (name: CallName, shopper: Shopper) => ({
  port,
  path: callPath(name, shopper.userKey),
  token: shopper.accessToken,
});
const form = (shopper: Shopper, fields: Record<string, unknown>, t?: number) => {
  const data = shopper.signed(fields, t === undefined ? {} : { t });
  return new URLSearchParams({ userKey: shopper.userKey, data }).toString();
};

const verifiedSoFar = async () => ({
  entries: (await readLedger(server)).filter((entry) => entry.kind === 'verified').length,
  tokens: await countRows(server.database, 'token'),
});

test('[OTP-5] of 30 simultaneous right codes one succeeds', async () => {
  const shopper = new Shopper(server);
  const mobile = newMobile();
  await shopper.register(mobile);
  const otp = await shopper.code(mobile);
  // Signed before the first request arrives.
  server.time.wall += 1000;
  const signedAt = (place: number) => server.time.wall - place;
  const bodies = Array.from({ length: 30 }, (_, place) => form(shopper, { otp }, signedAt(place)));
  const before = await verifiedSoFar();
  const answers = await sendSimultaneously(at('verifyOtp', shopper), bodies);
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(answers.filter((answer) => answer.status >= 500)).toHaveLength(0);
  expect(await verifiedSoFar()).toEqual({ entries: before.entries + 1, tokens: before.tokens + 1 });
});

test('[CAM-2][SES-6] 60 simultaneous spins of one participant grant one reward and get one answer', async () => {
  const shopper = new Shopper(server);
  await shopper.verify(newMobile());
  const before = await countRows(server.database, 'reward');
  const bodies = Array.from({ length: 60 }, () => form(shopper, {}));
  const answers = await sendSimultaneously(at('getReward', shopper), bodies);
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.resp['winType'])).size).toBe(1);
  expect(await countRows(server.database, 'reward')).toBe(before + 1);
  expect((await shopper.call('getReward')).resp['winType']).toBe(answers[0]?.resp['winType']);
});

test('one device that sends 150 calls at once is refused, and nobody else is', async () => {
  const [flooding, other] = [new Shopper(server), new Shopper(server)];
  await flooding.register(newMobile());
  const mobile = newMobile();
  await other.register(mobile);
  const otp = await other.code(mobile);
  // Lock the device's row so that its calls wait: a slow machine might serve them too early.
  const holder = await server.database.connect();
  await holder.query('begin');
  await holder.query('select from inaam.device_limits where user_key = $1 for update', [
    flooding.userKey,
  ]);
  const flood = Array.from({ length: 150 }, () => flooding.call('verifyOtp', { otp: '000000' }));
  const statuses = flood.map(async (answer) => (await answer).status);
  await Promise.any(statuses.map(async (status) => expect(await status).toBe(503)));
  const verifying = other.verifyWith(otp);
  await holder.query('commit');
  holder.release();
  expect((await verifying).status).toBe(200);
  expect(new Set(await Promise.all(statuses))).toContain(503);
});

type SimultaneousResponse = { status: number; resp: Record<string, unknown> };
type Target = { port: number; path: string; token: string | undefined };

/**
 * Posts every body to one address: all but the last byte of each request, then the last bytes, so
 * that all arrive before the first is handled. Returns the responses in the order of the bodies.
 */
async function sendSimultaneously(
  target: Target,
  bodies: readonly string[],
): Promise<SimultaneousResponse[]> {
  const held = await Promise.all(bodies.map((body) => hold(target, body)));
  return Promise.all(held.map((send) => send()));
}

/** Opens a connection and sends all but the last byte. */
async function hold(
  { port, path, token }: Target,
  body: string,
): Promise<() => Promise<SimultaneousResponse>> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    'connection: close',
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${Buffer.byteLength(body)}`,
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
  ];
  await write(socket, `${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`);
  return async () => {
    const answer = readAll(socket);
    await write(socket, body.slice(-1));
    return raced(await answer);
  };
}

const write = (socket: Socket, text: string) =>
  new Promise<void>((resolve, reject) => {
    socket.write(text, (error) => (error ? reject(error) : resolve()));
  });

function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.once('error', reject);
    socket.once('close', () => resolve(Buffer.concat(parts).toString('utf8')));
  });
}

function raced(text: string): SimultaneousResponse {
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? [];
  const resp = unwrapResponse(text.slice(text.indexOf('\r\n\r\n') + 4));
  if (!resp) throw new Error(`Not a response of the protocol: ${text.slice(0, 200)}`);
  return { status: Number(status), resp };
}

// The database connection is cut after the commit is sent and before its answer. The outcome is
// unknown, and repeating the call must give the same answer (reliability F5).

const { url, drop } = await testDatabase();
const proxy = await startFaultProxy(url);
const cut = await serverOnDatabase({ url: proxy.url, drop });
afterAll(() => proxy.close());
afterAll(() => cut.close());

test('what was committed without an answer is done once, and answered when asked again', async () => {
  const shopper = new Shopper(cut);
  const mobile = newMobile();
  await shopper.register(mobile);
  const code = await shopper.code(mobile);

  let committed = proxy.loseAnswerToCommit();
  expect(await shopper.verifyWith(code)).toMatchObject({ status: 503 });
  await committed;
  expect(await shopper.verifyWith(code)).toMatchObject({ status: 200 });

  committed = proxy.loseAnswerToCommit();
  expect(await shopper.call('getReward')).toMatchObject({ status: 503 });
  await committed;
  const rows = async () => ({
    participants: await countRows(cut.database, 'participation'),
    rewards: await countRows(cut.database, 'reward'),
    entries: await countRows(cut.database, 'ledger'),
  });
  const after = { participants: 1, rewards: 1, entries: 2 };
  expect(await rows()).toEqual(after);
  const first = await shopper.call('getReward');
  expect(first).toMatchObject({ status: 200 });
  expect((await shopper.call('getReward')).resp['winType']).toBe(first.resp['winType']);
  expect(await rows()).toEqual(after);
});
