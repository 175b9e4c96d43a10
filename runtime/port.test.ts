import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { freePort, lanAddress, loopback } from './port.ts';
import type { NetworkInterfaceInfo } from 'node:os';

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
  await expect(freePort(3000, '192.0.2.1')).rejects.toThrow('EADDRNOTAVAIL). Set HOST to');
});

const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
const limited = ['-n', 'sh', '-c', `echo 1024 > /proc/sys/net/ipv4/ip_unprivileged_port_start`];

test.skipIf(spawnSync('unshare', [...limited]).status !== 0)(
  'says that a port below 1024 needs a right',
  () => {
    const script = `const { freePort } = await import('${path.join(import.meta.dirname, 'port.ts')}');
      await freePort(80, '0.0.0.0').catch(({ message }) => console.log(message));`;
    const words = [...limited.slice(0, 3), `${limited[3]} && exec "$@"`, 'sh', ...asNobody];
    const node = [process.execPath, '--input-type=module', '--eval', script];
    const { stdout } = spawnSync('unshare', [...words, ...node], { encoding: 'utf8' });
    expect(stdout).toBe(
      'Port 80 is not for this user to listen on: one below 1024 needs a right. Set PORT to one above 1023.\n',
    );
  },
);

function at(address: string, internal = false): NetworkInterfaceInfo[] {
  const rest = { netmask: '255.255.255.0', mac: '00:00:00:00:00:01', cidr: null };
  return [{ ...rest, address, internal, family: 'IPv4' }];
}

function v6(address: string): NetworkInterfaceInfo[] {
  const rest = { netmask: 'ffff::', mac: '00:00:00:00:00:01', cidr: null };
  return [{ ...rest, address, internal: false, family: 'IPv6', scopeid: 0 }];
}

const cases = [
  { title: 'takes the only private address', at: { eth0: at('192.168.1.7') }, is: '192.168.1.7' },
  {
    title: 'prefers the home or office to the company tunnel or container',
    at: { a: at('172.20.0.2'), b: at('10.0.0.2'), c: at('192.168.0.2') },
    is: '192.168.0.2',
  },
  {
    title: 'passes over networks inside the machine',
    at: { docker0: at('192.168.9.1'), 'br-1f': at('10.1.0.1'), wlan0: at('172.16.5.4') },
    is: '172.16.5.4',
  },
  {
    title: 'has none on a machine without a network',
    at: { lo: at('127.0.0.1', true) },
    is: undefined,
  },
  { title: 'has none where there is IPv6 only', at: { eth0: v6('fe80::1') }, is: undefined },
  {
    title: 'does not give out a public address, or one that nobody assigned',
    at: { eth0: at('203.0.113.9'), eth1: at('169.254.1.1'), eth2: at('172.32.0.1') },
    is: undefined,
  },
];

test.for(cases)('$title', ({ at, is }) => {
  expect(lanAddress(at)).toBe(is);
});

test.each([
  ['127.0.0.1', '::1', '127.0.0.1'],
  ['127.0.0.1', 'fe80::1', '127.0.0.1'],
  ['10.0.0.1', '::1', '::1'],
  ['10.0.0.1', 'fe80::1', '127.0.0.1'],
])('a machine with %s and %s is reached from itself at %s', (four, six, is) => {
  expect(loopback({ lo: [...at(four, true), ...v6(six)] })).toBe(is);
});
