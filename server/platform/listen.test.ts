import { createServer, connect, type Socket } from 'node:net';
import { expect, test, afterEach } from 'vitest';
import { ListenError, listenOn, acceptConnections, acceptingSockets } from './listen.ts';
import { once } from 'node:events';
import fastify, { type FastifyInstance } from 'fastify';

const names = { host: 'HOST', port: 'PORT' };

async function listen(host: string, port: number): Promise<string> {
  const server = createServer();
  const heard = () =>
    new Promise<string>((resolve, reject) => {
      server.once('error', reject).listen({ host, port }, () => resolve('heard'));
    });
  return listenOn({ host, port }, names, heard).finally(() => server.close());
}

test('a place that is free is listened on', async () => {
  expect(await listen('127.0.0.1', 0)).toBe('heard');
});

test('an address that this machine lacks is reported with the variable to set', async () => {
  await expect(listen('192.0.2.1', 0)).rejects.toThrow(
    'This machine has no address 192.0.2.1. Set HOST to an address of this machine, or to 0.0.0.0.',
  );
});

test.each([
  ['EADDRINUSE', /taken by another program.*PORT/],
  ['EACCES', /not ours to listen on.*PORT to one above 1023/],
  ['ENOTFOUND', /no address nowhere.*HOST/],
])('%s becomes a sentence', async (code, sentence) => {
  const fail = () => Promise.reject(Object.assign(new Error(code), { code }));
  const attempt = listenOn({ host: 'nowhere', port: 80 }, names, fail);
  await expect(attempt).rejects.toThrow(sentence);
  await expect(attempt).rejects.toThrow(ListenError);
});

test('any other error stays what it is', async () => {
  const error = new RangeError('no');
  await expect(listenOn({ host: 'a', port: 1 }, names, () => Promise.reject(error))).rejects.toBe(
    error,
  );
});

const host = '127.0.0.1';
let app: FastifyInstance;
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await app.close();
});

async function opened(port: number): Promise<Socket> {
  const client = connect({ host, port });
  clients.push(client);
  client.on('error', () => undefined);
  await once(client, 'connect');
  return client;
}

async function openMany(port: number, count: number): Promise<Socket[]> {
  return Promise.all(Array.from({ length: count }, () => opened(port)));
}

const portOf = (address: string) => Number(new URL(address).port);

async function answerTo(client: Socket, path: string): Promise<string> {
  client.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
  const answer = await Promise.race([once(client, 'data'), once(client, 'close')]);
  return String(answer[0]);
}

test('a busy process accepts several connections in each turn of its event loop', async () => {
  app = fastify();
  const port = portOf(await acceptConnections(app, { host, port: 0 }));
  let turns = 0;
  let accepted = 0;
  const all = new Promise<void>((resolve) => {
    app.server.on('connection', () => {
      accepted += 1;
      if (accepted === 128) resolve();
    });
  });
  const count = () => {
    turns += 1;
    if (accepted < 128) setImmediate(count);
  };
  const waiting = openMany(port, 128);
  count();
  await all;
  await waiting;
  expect(turns).toBeLessThan(64);
});

test('the limit of connections holds for all sockets together, and room comes back', async () => {
  app = fastify();
  app.get('/', () => 'served');
  app.server.maxConnections = 20;
  const port = portOf(await acceptConnections(app, { host, port: 0 }));
  const held = await openMany(port, 20);
  const answers = await Promise.all(held.map((client) => answerTo(client, '/')));
  expect(answers.filter((answer) => answer.endsWith('served'))).toHaveLength(20);
  const further = await openMany(port, 3 * acceptingSockets);
  for (const client of further) await (client.closed || once(client, 'close'));
  for (const client of held) client.destroy();
  await expect
    .poll(async () => answerTo(await opened(port), '/').catch(() => ''))
    .toMatch(/served$/);
});

test('who is being answered when the app closes is answered, on whichever socket', async () => {
  app = fastify();
  const { promise: answered, resolve: answer } = Promise.withResolvers<string>();
  let asked = 0;
  app.get('/', () => {
    asked += 1;
    return answered;
  });
  let isDown = false;
  app.addHook('onClose', async () => {
    isDown = true;
  });
  const port = portOf(await acceptConnections(app, { host, port: 0 }));
  const held = await openMany(port, 40);
  const answers = Promise.all(held.map((client) => answerTo(client, '/')));
  await expect.poll(() => asked).toBe(40);
  const closing = app.close();
  // From now on the system refuses connections.
  await expect
    .poll(async () => {
      const client = connect({ host, port });
      const [error] = await Promise.race([once(client, 'error'), once(client, 'connect')]);
      client.destroy();
      return error?.code ?? 'connected';
    })
    .toBe('ECONNREFUSED');
  expect(isDown).toBe(false);
  answer('late');
  expect((await answers).filter((text) => text.endsWith('late'))).toHaveLength(40);
  for (const client of held) client.destroy();
  await closing;
  expect(isDown).toBe(true);
});

test.each([{ reusePort: false }, { reusePort: true }])(
  'a port that another program has is refused (%o)',
  async ({ reusePort }) => {
    const other = createServer().listen({ host, port: 0, reusePort });
    await once(other, 'listening');
    const taken = other.address();
    app = fastify();
    const port = typeof taken === 'object' && taken ? taken.port : 0;
    await expect(acceptConnections(app, { host, port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    other.close();
  },
);
