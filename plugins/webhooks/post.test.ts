import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Server } from 'node:net';
import { createHmac } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { eventBody, nextTry, post, retryMs, signatureOf } from './post.ts';
import { readWebhook } from './settings.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function receiverAt(answer: RequestListener): Promise<URL> {
  const server = createServer(answer);
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return urlOf(server);
}

function urlOf(server: Server): Promise<URL> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      resolve(new URL(`http://127.0.0.1:${port}/`));
    });
  });
}

const send = (url: URL, limitMs = 30_000, isPrivate = true) =>
  post({ url, secrets: [], isPrivate }, '{}', {}, limitMs);

test.each([
  [200, true],
  [204, true],
  [300, false],
  [400, false],
  [500, false],
])('status %i: taken is %s', async (status, isTaken) => {
  const url = await receiverAt((_, response) => response.writeHead(status).end());
  expect(await send(url)).toEqual({ isTaken, reason: `HTTP ${status}` });
});

test('a redirection is not followed', async () => {
  let followed = 0;
  const url = await receiverAt((request, response) => {
    if (request.url === '/other') followed += 1;
    response.writeHead(307, { location: '/other' }).end();
  });
  expect(await send(url)).toEqual({ isTaken: false, reason: 'HTTP 307' });
  expect(followed).toBe(0);
});

test('an answer without end is not read to its end', async () => {
  const url = await receiverAt((_, response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    };
    response.on('drain', more);
    more();
  });
  expect(await send(url)).toEqual({ isTaken: true, reason: 'HTTP 200' });
});

test('a receiver that stalls before or in the middle of its answer is given up', async () => {
  const silent = await receiverAt(() => undefined);
  expect(await send(silent, 50)).toEqual({ isTaken: false, reason: 'no answer in time' });
  const slow = await receiverAt((_, response) => void response.writeHead(200).write('x'));
  expect(await send(slow, 50)).toEqual({ isTaken: false, reason: 'no answer in time' });
});

test('an answer that would change the protocol is not taken, and ends the exchange', async () => {
  let ended = 0;
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.resume();
    socket.on('close', () => (ended += 1));
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n',
    );
  });
  closers.push(() => server.close());
  expect(await send(await urlOf(server))).toEqual({ isTaken: false, reason: 'HTTP 101' });
  await waitUntil(() => ended === 1);
});

test('a name that leads into a private network is refused where the connection is made', async () => {
  let asked = 0;
  const url = await receiverAt((_, response) => {
    asked += 1;
    response.end();
  });
  url.hostname = 'localhost';
  expect(await send(url, 30_000, false)).toEqual({ isTaken: false, reason: 'EPRIVATE' });
  expect(asked).toBe(0);
  expect(await send(url)).toMatchObject({ isTaken: true });
});

const keys = [new Uint8Array(24).fill(1), new Uint8Array(24).fill(2)];
const hashOf = (key: Uint8Array) =>
  createHmac('sha256', key).update('event-1.1750000000.{"a":1}').digest('base64');

test.each([
  [1, 1_750_000_000_000],
  [2, 1_750_000_000_999],
])('with %i keys an event is signed with each, to the second', (count, now) => {
  const signed = keys.slice(0, count);
  expect(signatureOf('event-1', '{"a":1}', signed, now)).toEqual({
    'webhook-id': 'event-1',
    'webhook-timestamp': '1750000000',
    'webhook-signature': signed.map((key) => `v1,${hashOf(key)}`).join(' '),
  });
});

const event = {
  id: 'e1',
  number: 4,
  type: 'reward.granted' as const,
  pseudonym: Buffer.alloc(16, 10),
  amount: null,
  state: 'Goa',
  source: 'metro',
  language: null,
  messageId: null,
  at: Date.parse('2025-07-01T10:00:59.999Z'),
};

test('an event tells the minute and a pseudonym, and what it does not have is not in it', () => {
  expect(JSON.parse(eventBody('tea', event))).toStrictEqual({
    type: 'reward.granted',
    timestamp: '2025-07-01T10:00:00.000Z',
    data: {
      campaign: 'tea',
      participant: '0a'.repeat(16),
      sequence: 4,
      state: 'Goa',
      source: 'metro',
      language: null,
    },
  });
  const whole = { ...event, amount: 5, messageId: 'm1' };
  expect(JSON.parse(eventBody('tea', whole))).toMatchObject({ data: { amount: 5, message: 'm1' } });
});

const queuedAt = 1_000_000;

test('an event is tried again after ever longer pauses, for three days, and at least once after them', () => {
  const at: number[] = [];
  let now = queuedAt;
  for (;;) {
    at.push(now - queuedAt);
    const next = nextTry(at.length, queuedAt, now);
    if (next === undefined) break;
    now = next;
  }
  const pauses = at.slice(1).map((later, place) => later - (at[place] ?? 0));
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
  expect(pauses[0]).toBe(5000);
  expect(at.at(-1)).toBeGreaterThanOrEqual(retryMs);
  expect(at.at(-2)).toBeLessThan(retryMs);
});

test.each([
  [retryMs - 1, queuedAt + retryMs - 1 + 24 * 3_600_000],
  [retryMs, undefined],
])('after %i ms the twentieth failure leads to %s', (laterMs, next) => {
  expect(nextTry(20, queuedAt, queuedAt + laterMs)).toBe(next);
});

const secretOf = (start: number) =>
  `whsec_${Buffer.from(Uint8Array.from({ length: 32 }, (_, at) => start + at)).toString('base64')}`;
const goodWebhook = {
  WEBHOOK_URL: 'https://hooks.example/inaam?tenant=1',
  WEBHOOK_SECRET: secretOf(0),
  WEBHOOK_HOSTS: 'other.example,hooks.example',
};

test('a receiver has an address, its host on the list, and one secret or two', () => {
  expect(readWebhook(goodWebhook)).toMatchObject({ receiver: { isPrivate: false }, problems: [] });
  const two = readWebhook({ ...goodWebhook, WEBHOOK_SECRET: `${secretOf(0)}, ${secretOf(9)}` });
  expect(two.receiver?.secrets).toHaveLength(2);
  expect(readWebhook({})).toEqual({ receiver: undefined, problems: [] });
});

test.each([
  [{ WEBHOOK_URL: 'http://hooks.example/' }, /https/],
  [{ WEBHOOK_URL: 'https://user:pepper@hooks.example/' }, /no user/],
  [{ WEBHOOK_URL: 'https://elsewhere.example/' }, /WEBHOOK_HOSTS/],
  [{ WEBHOOK_URL: 'hooks' }, /must be an address/],
  [{ WEBHOOK_URL: 'https://10.0.0.1/', WEBHOOK_HOSTS: '10.0.0.1' }, /private network/],
  [
    { WEBHOOK_URL: 'https://[::1]/', WEBHOOK_HOSTS: '::1' },
    /^WEBHOOK_URL is in a private network[^:]*$/,
  ],
  [{ WEBHOOK_SECRET: 'whsec_short' }, /WEBHOOK_SECRET/],
  [{ WEBHOOK_SECRET: `whsec_${'A'.repeat(44)}` }, /WEBHOOK_SECRET/],
  [{ WEBHOOK_SECRET: secretOf(0).slice(6) }, /WEBHOOK_SECRET/],
])('%j is refused, without the value', (change, problem) => {
  const { problems } = readWebhook({ ...goodWebhook, ...change });
  expect(problems.join(' ')).toMatch(problem);
  expect(problems.join(' ')).not.toMatch(/short|AAAA|pepper|tenant/);
});

test.each([
  { WEBHOOK_URL: 'http://127.0.0.1:9000/', WEBHOOK_HOSTS: '127.0.0.1' },
  { WEBHOOK_URL: 'http://[fd00::5]/', WEBHOOK_HOSTS: 'hooks.example, fd00::5' },
  { WEBHOOK_URL: 'http://[FD00:0::5]:9000/', WEBHOOK_HOSTS: '[fd00:0:0::0005]' },
])('a private network is reached only where that is meant: %j', (own) => {
  const { receiver, problems } = readWebhook({ ...goodWebhook, ...own, WEBHOOK_PRIVATE: 'yes' });
  expect(problems).toEqual([]);
  expect(receiver?.isPrivate).toBe(true);
});
