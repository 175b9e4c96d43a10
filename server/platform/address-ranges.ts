import { BlockList, isIP } from 'node:net';
import { plainAddress } from './plain-address.ts';

/** Accepts an address, or a range such as 10.0.0.0/8 or [2001:db8::]/32. */
export const isAddressRange = (text: string): boolean => rangeOf(text) !== undefined;

/**
 * Returns a function that says whether an address, in any spelling, is in one of the ranges; it
 * accepts any text.
 */
export function addressMatcher(ranges: readonly string[]): (address: string) => boolean {
  // One list with both would take every IPv4 address for one of IPv6, too.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { address, bits } of ranges.flatMap((range) => rangeOf(range) ?? [])) {
    const family = familyOf(address);
    lists[family].addSubnet(address, bits, family);
  }
  return (text) => {
    const address = plainAddress(text);
    return address !== undefined && lists[familyOf(address)].check(address, familyOf(address));
  };
}

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

function rangeOf(text: string): { address: string; bits: number } | undefined {
  const [written = '', length, ...rest] = text.split('/');
  const bare = written.replace(/^\[(.*)\]$/, '$1');
  const address = isIP(bare) === 0 ? undefined : plainAddress(bare);
  if (address === undefined || rest.length > 0) return undefined;
  const most = isIP(address) === 4 ? 32 : 128;
  if (length === undefined) return { address, bits: most };
  // Of IPv4 in IPv6 the length counts the 96 bits before it, too.
  const bits = Number(length) - (isIP(bare) === 6 ? 128 - most : 0);
  return /^\d{1,3}$/.test(length) && bits >= 0 && bits <= most ? { address, bits } : undefined;
}
