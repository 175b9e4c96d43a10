import dns from 'node:dns';
import { createServer as createHttpServer, globalAgent, type RequestListener } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
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

test('[OTP-5] what goes over a connection that is kept open may have arrived, however it ends', async () => {
  const asked: Socket[] = [];
  const url = await gatewayAt((request, response) => {
    asked.push(request.socket);
    if (asked.length === 1) response.end('OK');
    else request.socket.destroy();
  });
  expect(await send(url)).toMatchObject({ kind: 'answered', text: 'OK' });
  const { port } = new URL(url);
  const isOpen = () => Object.keys(globalAgent.freeSockets).some((name) => name.includes(port));
  await expect.poll(isOpen).toBe(true);
  expect(await send(url)).toEqual({ kind: 'broken', reason: 'ECONNRESET' });
  expect(asked[1]).toBe(asked[0]);
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
