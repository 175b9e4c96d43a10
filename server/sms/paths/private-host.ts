import { BlockList, isIP } from 'node:net';

const near = new BlockList();
near.addSubnet('127.0.0.0', 8, 'ipv4');
near.addSubnet('10.0.0.0', 8, 'ipv4');
near.addSubnet('172.16.0.0', 12, 'ipv4');
near.addSubnet('192.168.0.0', 16, 'ipv4');
near.addAddress('::1', 'ipv6');
near.addSubnet('fc00::', 7, 'ipv6');

/** This machine, or an address of a private network. A name could lead anywhere. */
export function isPrivateHost(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (address === 'localhost') return true;
  const family = isIP(address);
  return family !== 0 && near.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
