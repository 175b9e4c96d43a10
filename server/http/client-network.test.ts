import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientNetwork } from './client-address.ts';

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
