import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { lanAddress } from './lan.ts';

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
