import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { DrawUnavailable } from '../read-cards.ts';
import { remoteCards } from './remote-cards.ts';

const token = new Uint8Array(32).fill(7);
const of = (number: number) => [number, '0a'.repeat(16)] as const;
const started: Server[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(answer: RequestListener, port = 0): Promise<string> {
  const server = createServer(answer);
  started.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  return `http://127.0.0.1:${address.port}`;
}

function ask(origin: string, limitMs = 60_000) {
  const limitsMs = { call: limitMs, check: limitMs };
  const lines: string[] = [];
  const note = (facts: object, line: string) => void lines.push(line + JSON.stringify(facts));
  const log = { info: note, warn: note, error: note };
  return { lines, ...remoteCards({ origin, token, campaign: 'tea', log, limitsMs }) };
}

const json =
  (status: number, body: object): RequestListener =>
  (_request, reply) => {
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

test('it asks for a batch in one request, with the token', async () => {
  const seen: unknown[] = [];
  const origin = await listen((request, reply) => {
    let body = '';
    request.on('data', (bytes) => (body += String(bytes)));
    request.on('end', () => {
      const { method, url, headers } = request;
      seen.push({ method, url, authorization: headers.authorization, body: JSON.parse(body) });
      reply.end('{"cards":[[4,10],[2,3]],"questions":[[4,1],[2,0]]}');
    });
  });
  const { readCards, lines } = ask(origin);
  expect([...(await readCards([4, 2, 9].map(of)))]).toEqual([
    [4, 10],
    [2, 3],
  ]);
  expect(seen).toEqual([
    {
      method: 'POST',
      url: '/cards',
      authorization: `Bearer ${Buffer.from(token).toString('base64')}`,
      body: { campaign: 'tea', draws: [4, 2, 9].map(of) },
    },
  ]);
  expect([...((await readCards.asked?.([4, 2].map(of))) ?? [])]).toEqual([
    [4, 1],
    [2, 0],
  ]);
  expect(lines).toEqual([]);
});

test('batches share one connection; if `draw` has closed it, the batch is asked again on a new one', async () => {
  const sockets = new Set<unknown>();
  let asked = 0;
  const origin = await listen((request, reply) => {
    asked += 1;
    sockets.add(request.socket);
    if (asked === 3) request.socket.resetAndDestroy();
    else request.resume().on('end', () => reply.end('{"cards":[[1,5]]}'));
  });
  const { readCards, lines } = ask(origin);
  for (let batch = 0; batch < 2; batch += 1) await readCards([of(1)]);
  expect(sockets.size).toBe(1);
  expect((await readCards([of(1)])).get(1)).toBe(5);
  expect({ asked, sockets: sockets.size, lines }).toEqual({ asked: 4, sockets: 2, lines: [] });
});

test('an answer that does not come is given up, and the request with it', async () => {
  let abandoned = 0;
  const origin = await listen((request) => void request.socket.on('close', () => (abandoned += 1)));
  const { readCards, lines } = ask(origin, 50);
  // On a slow machine the first request may time out before it arrives.
  await waitUntil(async () => {
    await expect(readCards([of(1)])).rejects.toThrow(DrawUnavailable);
    return abandoned > 0;
  });
  expect(lines).toEqual([expect.stringContaining('The draw does not answer. PLAY')]);
});

test.each<[string, RequestListener]>([
  ['no JSON', (_request, reply) => void reply.end('<html>')],
  ['cards of another shape', json(200, { cards: { 1: 10 } })],
  ['an error of its own', json(500, { error: 'x' })],
  ['its database is down', json(503, { refusal: 'database' })],
  ['a redirect', (_request, reply) => void reply.writeHead(302, { location: '/x' }).end()],
  ['a connection that breaks', (request) => void request.socket.destroy()],
])('%s is no answer', async (_, answer) => {
  const { readCards, check } = ask(await listen(answer));
  await expect(readCards([of(1)])).rejects.toThrow(DrawUnavailable);
  expect(await check()).toEqual({ state: 'down' });
});

test.each([
  [{ state: 'refused' }, 401, { refusal: 'token' }],
  [{ state: 'refused' }, 409, { refusal: 'campaign' }],
  [{ state: 'stopped', entry: 7 }, 503, { refusal: 'ledger', entry: 7 }],
])('it is %j after a %i', async (state, status, body) => {
  const { readCards, check, lines } = ask(await listen(json(status, body)));
  await expect(readCards([of(1)])).rejects.toThrow(DrawUnavailable);
  expect(await check()).toEqual(state);
  // Logged once, however many calls fail.
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain(Buffer.from(token).toString('base64'));
});

test('a draw that has stopped still answers for who was bound before', async () => {
  const origin = await listen(json(200, { cards: [[1, 5]], stopped: 7 }));
  const { readCards, check } = ask(origin);
  expect((await readCards([of(1)])).get(1)).toBe(5);
  expect(await check()).toEqual({ state: 'stopped', entry: 7 });
});

test('a draw that comes back is asked again at once, and both are logged', async () => {
  const origin = await listen(json(200, { cards: [[1, 5]] }));
  const port = Number(new URL(origin).port);
  const { readCards, check, lines } = ask(origin);
  expect((await readCards([of(1)])).get(1)).toBe(5);
  const [server] = started.splice(0);
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
  await expect(readCards([of(1)])).rejects.toThrow(DrawUnavailable);
  expect(await check()).toEqual({ state: 'down' });
  await listen(json(200, { cards: [[1, 5]] }), port);
  expect((await readCards([of(1)])).get(1)).toBe(5);
  expect(await check()).toEqual({ state: 'up' });
  expect(lines).toEqual([
    expect.stringContaining('The draw does not answer'),
    'The draw answers again.{}',
  ]);
});
