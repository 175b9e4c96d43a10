import { isIP } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressMatcher, isAddressRange, plainAddress, isPrivateAddress } from './addresses.ts';

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['203.0.113.5:51008', '203.0.113.5'],
  ['"203.0.113.5:51008"', '203.0.113.5'],
  [' \t203.0.113.5 ', '203.0.113.5'],
  ['203.0.113.5:', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['::FFFF:cb00:7105', '203.0.113.5'],
  ['0:0:0:0:0:ffff:203.0.113.5', '203.0.113.5'],
  ['0000:0000:0000:0000:0000:FFFF:CB00:7105', '203.0.113.5'],
  ['::ffff:203.0.113.5:51008', '203.0.113.5'],
  ['[::ffff:203.0.113.5]:51008', '203.0.113.5'],
  ['"[::ffff:cb00:7105%eth0]:51008"', '203.0.113.5'],
  ['64:ff9b::203.0.113.5', '203.0.113.5'],
  ['64:FF9B:0:0:0:0:cb00:7105', '203.0.113.5'],
  ['::ffff:0.0.0.1', '0.0.0.1'],
  ['::ffff:0:203.0.113.5', '0:0:0:0:ffff:0:cb00:7105'],
  ['2001:db8::1', '2001:db8:0:0:0:0:0:1'],
  ['[2001:DB8::1]:443', '2001:db8:0:0:0:0:0:1'],
  ['[2001:0db8:0000::0001]', '2001:db8:0:0:0:0:0:1'],
  // A port cannot be distinguished from a group here; the network is the same.
  ['2001:db8::1:443', '2001:db8:0:0:0:0:1:443'],
  ['2001:db8::1:51008', '2001:db8:0:0:0:0:0:1'],
  ['2001:db8:1:2:3:4:5:6:51008', '2001:db8:1:2:3:4:5:6'],
  ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
  ['[fe80::1%25eth0]:443', 'fe80:0:0:0:0:0:0:1'],
  ['::', '0:0:0:0:0:0:0:0'],
])('%s is %s', (text, plain) => {
  expect(plainAddress(text)).toBe(plain);
});

test.each([
  '',
  '"',
  'unknown',
  '_hidden',
  'unix:',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.005',
  '203.0.113.5:port',
  '203.0.113.5:510081',
  '203.0.113.5:1:2',
  '203.0.113.5, 198.51.100.7',
  '[2001:db8::1',
  '2001:db8::1]',
  '[2001:db8::1]x',
  '[]:443',
  '2001:db8:::1',
  '::ffff:',
  '2001:db8::1:510081',
  'for=203.0.113.5',
  'win.example',
])('%j is no address', (text) => {
  expect(plainAddress(text)).toBeUndefined();
});

test('each spelling of an IPv6 address is the same address, which is one itself', () => {
  fc.assert(
    fc.property(fc.ipV6(), fc.integer({ min: 0, max: 65_535 }), (address, port) => {
      const plain = plainAddress(address);
      expect(isIP(plain ?? '')).not.toBe(0);
      for (const other of [address.toUpperCase(), `[${address}]:${port}`, `"${address}%2"`]) {
        expect(plainAddress(other)).toBe(plain);
      }
      expect(plainAddress(plain ?? '')).toBe(plain);
    }),
  );
});

test.each<[string, string, boolean]>([
  ['10.0.0.0/8', '10.1.2.3', true],
  ['10.0.0.0/8', '::ffff:a01:203', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['::ffff:10.0.0.0/104', '10.1.2.3', true],
  ['::ffff:10.0.0.0/104', '11.0.0.1', false],
  ['2001:db8::/32', '2001:DB8:0:1::5', true],
  ['[2001:db8::]/32', '2001:db8::5', true],
  ['[2001:db8::5]', '2001:db8:0::5', true],
  ['fe80::1%eth0', 'fe80::1%eth1', true],
  // An IPv6 address is never also IPv4.
  ['::/0', '2001:db8::5', true],
  ['::/0', '203.0.113.5', false],
  ['0.0.0.0/0', '2001:db8::5', false],
  ['0.0.0.0/0', 'no address', false],
])('the range %s has %s: %s', (range, address, isWithin) => {
  expect(isAddressRange(range)).toBe(true);
  expect(addressMatcher([range])(address)).toBe(isWithin);
});

test.each(['', '10.0.0.0/33', '::1/129', '10.0.0.0/8/8', '10.0.0.0/', '::ffff:10.0.0.0/8', 'a/8'])(
  '%j is no range',
  (range) => {
    expect(isAddressRange(range)).toBe(false);
  },
);

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.127.255.255',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:c0a8:101',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b::192.168.1.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::808:808',
  '2002:7f00:1::',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'ff02::1',
  'hooks.example',
])('%s is private', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each([
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.0.1',
  '100.128.0.1',
  '192.167.1.1',
  '2606:4700::1111',
  '2a00::1',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '64:ff9b::8.8.8.8',
])('%s is of the internet', (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});
