import { addressMatcher } from '../../platform/addresses.ts';

const isPrivate = addressMatcher([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1',
  'fc00::/7',
]);

/** This machine, or an address in a private network. A name could lead anywhere. */
export function isPrivateHost(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return address === 'localhost' || isPrivate(address);
}
