import { isIP } from 'node:net';
import { addressMatcher } from './address-ranges.ts';
import { plainAddress } from './plain-address.ts';

const isPrivate = addressMatcher([
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
  // Public IPv6 addresses are in 2000::/3. Some of those lead to an IPv4 address.
  '::/3',
  '2002::/16',
  '2001::/32',
  '4000::/2',
  '8000::/1',
]);

/** Whether an address is not a public one: this machine, a private network, a cloud's metadata. */
export function isPrivateAddress(address: string): boolean {
  const plain = plainAddress(address) ?? '';
  // IPv4 in IPv6 is refused, wherever it leads.
  return isIP(plain) === 0 || isIP(address) !== isIP(plain) || isPrivate(plain);
}
