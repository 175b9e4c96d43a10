import { BlockList, isIP } from 'node:net';

// Two lists, because one with both would treat every IPv4 address as IPv6.
const ipv4 = new BlockList();
const ipv6 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  ipv4.addSubnet(network, prefix, 'ipv4');
}
// Public IPv6 addresses are in 2000::/3. Some of those lead to an IPv4 address.
for (const [network, prefix] of [
  ['::', 3],
  ['2002::', 16],
  ['2001::', 32],
  ['4000::', 2],
  ['8000::', 1],
] as const) {
  ipv6.addSubnet(network, prefix, 'ipv6');
}

/** Whether an address is not a public one: this machine, a private network, a cloud's metadata. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return ipv4.check(address, 'ipv4');
  return family === 0 || ipv6.check(address, 'ipv6');
}
