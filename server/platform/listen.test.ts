import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { ListenError, listenOn } from './listen.ts';

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
