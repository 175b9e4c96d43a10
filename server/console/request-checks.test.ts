// A slow body holds a connection, so only a manager's file may take long.
import { IncomingMessage } from 'node:http';
import { connect, Socket } from 'node:net';
import { setInterval } from 'node:timers';
import { afterAll, expect, test, vi } from 'vitest';
import { voucherUpload, type VoucherReading } from '@inaam/contract/console/voucher-upload.ts';
import { testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { consoleOrigin, testConsole } from '@inaam/testing/server/console/test-console.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { connectionLimits } from '../http/overload.ts';
import { allowSlowBody } from './refusal.ts';
import { voucherPublicKeyOf } from '../platform/seal.ts';

test('when the connection is closed, no timer is left of the limit for its body', () => {
  vi.useFakeTimers();
  try {
    const raw = new IncomingMessage(new Socket());
    allowSlowBody({ raw }, 60_000);
    allowSlowBody({ raw }, 120_000);
    expect(vi.getTimerCount()).toBe(1);
    raw.emit('close');
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

const usualMs = connectionLimits.requestTimeoutMs;
const longestMs = usualMs + 3000;

const server = await testServer();
const { index, voucherSeal } = testSecrets;
const secrets = { index, voucherPublic: voucherPublicKeyOf(voucherSeal) };
const loaderAccess = { databaseUrl: server.databaseUrl, secrets };
const site = await testConsole(server, { loaderAccess });
await site.app.listen({ port: 0 });
afterAll(async () => {
  await site.close();
  await server.close();
});

const reading: VoucherReading = {
  separator: 'comma',
  codeColumn: 'code',
  amountColumn: 'amount',
  amountOfAll: null,
  expiryColumn: null,
  expiryOfAll: null,
};
const columns = encodeURIComponent(JSON.stringify({ reading, load: null }));

/**
 * Sends a byte of the body every tenth of a second. @returns ms until the connection is closed, if
 * it is
 */
async function drip(path: string, headers: Record<string, string>): Promise<number | undefined> {
  const [address] = site.app.addresses();
  const port = typeof address === 'object' ? address.port : 0;
  const socket = connect(port, '127.0.0.1');
  const all = { host: 'localhost', origin: consoleOrigin, 'content-length': '5000', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const from = performance.now();
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.on('error', () => undefined).resume();
  const sending = setInterval(() => socket.writable && socket.write('a'), 100);
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  socket.once('close', () => resolve(performance.now() - from));
  const waiting = setTimeout(() => resolve(undefined), longestMs);
  try {
    return await promise;
  } finally {
    clearTimeout(waiting);
    clearInterval(sending);
    socket.destroy();
  }
}

test(
  'a body that comes slowly is waited for as long as usual, and the file of a manager longer',
  { tags: ['long'] },
  async () => {
    const json = { 'content-type': 'application/json' };
    const csv = { 'content-type': voucherUpload.type, [voucherUpload.header]: columns };
    const cookie = await site.signedIn('manager');
    const viewer = await site.signedIn('viewer');
    const file = voucherUpload.address;
    const slow = await Promise.all([
      drip('/api/session', { ...json, cookie }),
      drip('/api/nothing', { ...json, cookie }),
      drip('/nothing', json),
      drip('/%zz', json),
      drip(file, csv),
      drip(file, { ...csv, cookie: 'inaam-console=guessed' }),
      drip(file, { ...csv, cookie: viewer }),
      drip(file, { ...csv, origin: 'https://evil.example' }),
      drip(file, { ...csv, cookie }),
    ]);
    const own = slow.pop();
    expect(slow.map((ms) => ms !== undefined && ms < longestMs)).toEqual(slow.map(() => true));
    expect(own).toBeUndefined();
  },
);
