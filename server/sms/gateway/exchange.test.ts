import dns from 'node:dns';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { exchange } from './http-provider.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const close of closers.splice(0)) close();
});

async function portOf(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

const gatewayAt = async (listener: RequestListener) =>
  `http://127.0.0.1:${await portOf(createHttpServer(listener))}/`;

const never = new AbortController().signal;
const send = (url: string, headers: Record<string, string> = {}, signal = never) =>
  exchange({ url, method: 'POST', headers, body: '{}' }, signal);

test('[OTP-5] while the name of a gateway is not looked up, nothing is sent, and it is given up after 3 s', async () => {
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let ended: unknown;
  void send('http://sms.example/').then((how) => (ended = how));
  await expect.poll(() => lookup.mock.calls.length).toBe(1);
  await vi.advanceTimersByTimeAsync(2999);
  expect(ended).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(() => ended).toEqual({ kind: 'neverSent', reason: 'ETIMEDOUT' });
});

test('[OTP-5] a gateway that never ends the TLS handshake was sent nothing', async () => {
  let received = 0;
  const port = await portOf(createServer((socket) => socket.on('data', () => (received += 1))));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const ended = send(`https://127.0.0.1:${port}/`);
  await expect.poll(() => received).toBeGreaterThan(0);
  vi.advanceTimersByTime(3000);
  expect(await ended).toEqual({ kind: 'neverSent', reason: 'ETIMEDOUT' });
});

test.each([
  ['http', 'broken'],
  ['https', 'neverSent'],
] as const)('[OTP-5] over %s, a connection that is cut at once is %s', async (protocol, kind) => {
  const port = await portOf(createServer((socket) => socket.once('data', () => socket.destroy())));
  expect(await send(`${protocol}://127.0.0.1:${port}/`)).toEqual({ kind, reason: 'ECONNRESET' });
});

test('[OTP-5] a gateway that closes a connection as its second request comes loses none', async () => {
  const asked: string[] = [];
  const answer = 'HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: 2\r\n\r\nOK';
  const port = await portOf(
    createServer((socket) => {
      socket.once('data', (bytes) => {
        asked.push(String(bytes));
        socket.write(answer);
        socket.once('data', () => socket.resetAndDestroy());
      });
    }),
  );
  for (const _ of [1, 2, 3]) {
    const ended = await send(`http://127.0.0.1:${port}/`);
    expect(ended).toMatchObject({ kind: 'answered', text: 'OK' });
  }
  expect(asked).toHaveLength(3);
  expect(asked[0]).toMatch(/^connection: close\r$/im);
});

const body = '{"type":"success"}';
const plain = (head: string, text: string | Buffer) =>
  Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${head}\r\n`), Buffer.from(text)]);
const packed = (encoding: string, bytes: Buffer) =>
  plain(`content-encoding: ${encoding}\r\n`, bytes);

test.each<[string, Buffer]>([
  ['a byte order mark before it', plain('', `\uFEFF${body}`)],
  ['white space around it', plain('', `\r\n ${body}\n`)],
  ['gzip that nobody asked for', packed('gzip', gzipSync(body))],
  ['gzip in capitals', packed('GZIP', gzipSync(body))],
  ['gzip that is not said', plain('', gzipSync(`\uFEFF${body}`))],
  ['br', packed('br', brotliCompressSync(body))],
  ['deflate', packed('deflate', deflateSync(body))],
  ['zstd', packed('zstd', zstdCompressSync(body))],
  ['gzip that is only said', packed('gzip', Buffer.from(body))],
  ['the length of what is not packed', packed('gzip\r\ncontent-length: 900', gzipSync(body))],
  ['a length that is too large', plain('content-length: 900\r\n', body)],
  ['a length that is too small', plain(`content-length: ${body.length}\r\n`, `${body}<!-- -->`)],
  [
    'two lengths',
    plain('content-length: 18\r\ntransfer-encoding: chunked\r\n', `12\r\n${body}\r\n0\r\n\r\n`),
  ],
  [
    'lines that end with a line feed alone',
    Buffer.from(`HTTP/1.1 200 OK\ncontent-length: 18\n\n${body}`),
  ],
  ['no protocol that keeps a connection', Buffer.from(`HTTP/1.0 200 OK\r\n\r\n${body}`)],
])('[OTP-5] an answer with %s is read', async (_, bytes) => {
  const port = await portOf(createServer((socket) => socket.once('data', () => socket.end(bytes))));
  expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200, text: body });
});

test('an answer that unpacks to more than anybody says of one message is not read', async () => {
  const bytes = packed('gzip', gzipSync('x'.repeat(10_000_000)));
  const port = await portOf(createServer((socket) => socket.once('data', () => socket.end(bytes))));
  const ended = await send(`http://127.0.0.1:${port}/`);
  expect(ended).toMatchObject({ status: 200 });
  expect(JSON.stringify(ended).length).toBeLessThan(40_000);
});

test('[OTP-5] a gateway that takes longer than 3 s to answer is waited for', async () => {
  let answer: (() => void) | undefined;
  const url = await gatewayAt((_, response) => (answer = () => response.end('late')));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const ended = send(url);
  await expect.poll(() => answer).toBeDefined();
  vi.advanceTimersByTime(4000);
  answer?.();
  expect(await ended).toMatchObject({ kind: 'answered', status: 200, text: 'late' });
});

test('an exchange ends with its signal', async () => {
  const limit = new AbortController();
  const url = await gatewayAt(() => limit.abort());
  expect(await send(url, {}, limit.signal)).toEqual({ kind: 'broken', reason: 'ABORT_ERR' });
});

test('a header that cannot be written is sent to nobody', async () => {
  let asked = 0;
  const url = await gatewayAt((_, response) => {
    asked += 1;
    response.end();
  });
  const ended = await send(url, { 'x-text': 'line\nline' });
  expect(ended).toEqual({ kind: 'neverSent', reason: 'ERR_INVALID_CHAR' });
  expect(asked).toBe(0);
});

test('an answer that would change the protocol is only its status', async () => {
  const head = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n';
  const port = await portOf(
    createServer((socket) => void socket.once('data', () => socket.write(head))),
  );
  expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 101, text: '' });
});

test('headers are found however they are spelled, and the answer is asked for as it is', async () => {
  const url = await gatewayAt((request, response) => {
    response.setHeader('X-Id', 'a-1').setHeader('set-cookie', ['a=1', 'b=2']);
    response.end(`${request.method} ${request.headers['accept-encoding']}`);
  });
  const answered = await send(url);
  if (answered.kind !== 'answered') throw new Error('There is no answer.');
  const { header, text } = answered;
  expect(['x-id', 'X-ID', 'set-cookie', 'x-none'].map(header)).toEqual([
    'a-1',
    'a-1',
    'a=1, b=2',
    null,
  ]);
  expect(text).toBe('POST identity');
});
