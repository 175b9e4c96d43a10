import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { freePort } from './port.ts';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** Takes `port` (0: any) and returns it; undefined if it is busy. */
function take(port: number, host = '127.0.0.1'): Promise<number | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(port, host, () => {
      servers.push(server);
      const address = server.address();
      resolve(typeof address === 'object' ? address?.port : undefined);
    });
  });
}

test('returns the wanted port if it is free', async () => {
  const port = Number(await take(0));
  await new Promise((resolve) => servers.pop()?.close(resolve));
  expect(await freePort(port, '127.0.0.1')).toEqual({ port, taken: false });
});

test('returns a later port if the wanted one is in use, on one address or on all', async () => {
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    const wanted = Number(await take(0, host));
    const found = await freePort(wanted, host);
    expect(found.taken).toBe(true);
    expect(found.port).toBeGreaterThan(wanted);
    expect(found.port).toBeLessThan(wanted + 20);
    expect(await take(found.port, host)).toBe(found.port);
  }
});

test('fails with a sentence after twenty ports, or at the last port', async () => {
  await take(65_535);
  await expect(freePort(65_535, '127.0.0.1')).rejects.toThrow(
    'Failed to find a free port: 65535 and the 19 after it are in use. Set PORT to a free one.',
  );
});

test('does not mistake an address error for a busy port', async () => {
  await expect(freePort(3000, '192.0.2.1')).rejects.toThrow('EADDRNOTAVAIL');
});
