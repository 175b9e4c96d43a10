import { BlockList, isIP } from 'node:net';
import { ipInfoOf, type IpInfo } from './ip-info.ts';

export type IpLookup = (address: string | undefined) => IpInfo | undefined;

type Records = { get(address: string): unknown };

/**
 * Networks to which free databases assign a location although they have none: private, local and
 * example networks.
 */
const nowhere = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
] as const) {
  nowhere.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 127],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  nowhere.addSubnet(network, bits, 'ipv6');
}

export function createIpLookup(records: Records): IpLookup {
  return (remoteAddress = '') => {
    // Dual-stack sockets write IPv4 addresses as `::ffff:192.0.2.1`.
    const address = remoteAddress.replace(/^::ffff:(?=\d+\.)/i, '');
    const family = isIP(address);
    if (family === 0) return undefined;
    try {
      if (nowhere.check(address, family === 4 ? 'ipv4' : 'ipv6')) return undefined;
      return ipInfoOf(records.get(address));
    } catch {
      return undefined;
    }
  };
}
