import { isIP } from 'node:net';
import { addressMatcher } from './address-ranges.ts';

// Two lists, because one with both would treat every IPv4 address as IPv6.
const isPrivateIpv4 = addressMatcher([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
]);
// Public IPv6 addresses are in 2000::/3. Some of those lead to an IPv4 address.
const isPrivateIpv6 = addressMatcher(['::/3', '2002::/16', '2001::/32', '4000::/2', '8000::/1']);

/** Whether an address is not a public one: this machine, a private network, a cloud's metadata. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return isPrivateIpv4(address);
  return family === 0 || isPrivateIpv6(address);
}
