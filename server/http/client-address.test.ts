import fastify from 'fastify';
import { expect, test } from 'vitest';
import { addressMatcher } from '../platform/addresses.ts';
import { addClientAddress, clientAddress, clientNetwork } from './client-address.ts';
import fc from 'fast-check';

const isTrusted = addressMatcher(['10.0.0.0/8', 'fd00::/8', '2001:db8:ffff::1']);
const client = '203.0.113.5';
const clientBySix = '2001:db8:1:2:0:0:0:5';

function addressOf(peer: string | undefined, forwarded?: string | string[]) {
  const doubts: string[] = [];
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const received = { headers, socket: { remoteAddress: peer } };
  // Node joins repeated header lines, but some clients that build requests do not.
  const address = clientAddress(received, isTrusted, (doubt) => doubts.push(doubt));
  return { address, doubts };
}

test.each<[string, string | string[], string]>([
  ['10.0.0.7', client, client],
  ['10.0.0.7', `${client}:51008`, client],
  ['10.0.0.7', `"${client}:51008"`, client],
  ['10.0.0.7', `::ffff:${client}`, client],
  ['10.0.0.7', '::FFFF:cb00:7105', client],
  ['10.0.0.7', '[::ffff:cb00:7105]:51008', client],
  ['10.0.0.7', `64:ff9b::${client}`, client],
  ['10.0.0.7', '[2001:db8:1:2::5]:443', clientBySix],
  ['10.0.0.7', '2001:DB8:1:2::5%eth0', clientBySix],
  ['::ffff:10.0.0.7', client, client],
  ['::ffff:a00:7', client, client],
  ['fd00::7%eth0', client, client],
  // Each proxy of a chain has appended the address it got its request from.
  ['10.0.0.7', `${client}:51008, 10.0.0.8:443`, client],
  ['10.0.0.7', `${client},[2001:db8:ffff::1]:443 , ::ffff:10.0.0.8`, client],
  ['10.0.0.7', [client, '10.0.0.8:443'], client],
  ['10.0.0.7', `, ${client}, ,10.0.0.8,`, client],
])('from the proxy %s with %j it is %s', (peer, forwarded, address) => {
  expect(addressOf(peer, forwarded)).toEqual({ address, doubts: [] });
});

test.each([
  `198.51.100.66, ${client}`,
  `10.0.0.66, ${client}`,
  `10.0.0.66:51008, ${client}:51008, 10.0.0.8`,
  `198.51.100.66,, [::ffff:${client}]:1, 10.0.0.8:443`,
  `unknown, ${client}`,
  `${'198.51.100.66, '.repeat(500)}${client}`,
])('what the client itself has written before is not taken: %.60s', (forwarded) => {
  expect(addressOf('10.0.0.7', forwarded)).toEqual({ address: client, doubts: [] });
});

test.each(['unknown', '_hidden', 'unix:', '203.0.113.300:51008', 'for=203.0.113.5', '[::1'])(
  'where a trusted proxy has written %j, its own address is taken, and a warning is given',
  (entry) => {
    expect(addressOf('10.0.0.7', `198.51.100.66, ${entry}`)).toMatchObject({
      address: '10.0.0.7',
      doubts: ['unreadable'],
    });
    // The address of one proxy in a chain, shared only with what it forwards.
    expect(addressOf('10.0.0.7', `198.51.100.66, ${entry}, 10.0.0.8:443`).address).toBe('10.0.0.8');
    expect(addressOf('10.0.0.7', `${entry}, ${client}, 10.0.0.8`)).toEqual({
      address: client,
      doubts: [],
    });
  },
);

test.each([
  [undefined, '10.0.0.7'],
  [' , ,', '10.0.0.7'],
  ['10.0.0.9, 10.0.0.8', '10.0.0.9'],
])('only proxies on the way, with %j: one has written no address', (forwarded, address) => {
  expect(addressOf('10.0.0.7', forwarded)).toEqual({ address, doubts: ['missing'] });
});

test('nobody else is believed, and X-Forwarded-For from there says that a proxy is not trusted', () => {
  expect(addressOf(client, '198.51.100.66')).toMatchObject({
    address: client,
    doubts: ['untrusted'],
  });
  expect(addressOf(client)).toEqual({ address: client, doubts: [] });
  expect(addressOf(undefined)).toEqual({ address: '', doubts: [] });
});

test('a proxy that is not trusted is named in the log at the first request, once', async () => {
  const lines: string[] = [];
  const app = fastify();
  addClientAddress(app, isTrusted, { warn: (_, sentence) => lines.push(sentence) });
  const ask = (remoteAddress: string) =>
    app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': client } });
  await ask('10.0.0.7');
  expect(lines).toEqual([]);
  for (const peer of ['192.0.2.1', '192.0.2.2']) await ask(peer);
  expect(lines).toEqual([expect.stringContaining('not in TRUSTED_PROXIES')]);
  await app.close();
});

test('a trusted proxy that writes no address is named in the log, once, and known until it does', async () => {
  const lines: string[] = [];
  const app = fastify();
  addClientAddress(app, isTrusted, { warn: (_, sentence) => lines.push(sentence) });
  app.get('/', (request) => request.clientAddress);
  app.get('/receipt', { config: { call: 'smsReceipt' } }, (request) => request.clientAddress);
  const ask = async (forwarded?: string, url = '/') => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    await app.inject({ url, remoteAddress: '10.0.0.7', headers });
    return app.sharesAddress();
  };
  expect(await ask(undefined, '/receipt')).toBe(false);
  expect(lines).toEqual([]);
  expect([await ask(), await ask(undefined, '/receipt'), await ask()]).toEqual([true, true, true]);
  expect(lines).toEqual([expect.stringMatching(/^A trusted proxy wrote no X-Forwarded-For, so /)]);
  expect(await ask(client)).toBe(false);
  expect(await ask('unknown')).toBe(true);
  expect(lines).toEqual([expect.anything(), expect.stringContaining('no address into X-Forw')]);
  await app.close();
});

test.each([
  ['203.0.113.9', 'ipv4', '203.0.113.9'],
  ['::ffff:203.0.113.9', 'ipv4', '203.0.113.9'],
  ['::FFFF:203.0.113.9', 'ipv4', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', 'ipv6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::1', 'ipv6', '2001:db8:1:2'],
  ['2001:db8::1', 'ipv6', '2001:db8:0:0'],
  ['2001:db8::', 'ipv6', '2001:db8:0:0'],
  ['::1', 'ipv6', '0:0:0:0'],
  ['::ffff:cb00:7109', 'ipv4', '203.0.113.9'],
  ['64:ff9b::203.0.113.9', 'ipv4', '203.0.113.9'],
  ['fe80::1%eth0', 'ipv6', 'fe80:0:0:0'],
  ['203.0.113.9:52100', 'ipv4', '203.0.113.9'],
  ['[2001:db8:1:2::5]:52100', 'ipv6', '2001:db8:1:2'],
  ['[2001:db8:1:2::5]', 'ipv6', '2001:db8:1:2'],
  ['203.0.113.9:port', 'ipv4', 'unknown'],
  ['no address', 'ipv4', 'unknown'],
  [undefined, 'ipv4', 'unknown'],
] as const)('%s counts as %s %s', (address, kind, network) => {
  expect(clientNetwork(address)).toMatchObject({ kind, network });
});

test('all addresses of one /64 count as one', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0xffff), { minLength: 4, maxLength: 4 }), (host) => {
      const tail = host.map((group) => group.toString(16)).join(':');
      expect(clientNetwork(`2001:db8:7:8:${tail}`).network).toBe('2001:db8:7:8');
    }),
  );
});

test.each([
  ['203.0.113.9', '203.0.113/24', '203.0/16'],
  ['2001:db8:1:2::5', '2001:db8:1/48', '2001:db8/32'],
  ['2001:db8::1', '2001:db8:0/48', '2001:db8/32'],
])('%s is in the networks %s and %s', (address, network, provider) => {
  expect(clientNetwork(address).around).toEqual({ network, provider });
});

test('what is unreadable counts once in each of its networks', () => {
  const { network, around } = clientNetwork('no address');
  expect(new Set([network, around.network, around.provider]).size).toBe(3);
});
