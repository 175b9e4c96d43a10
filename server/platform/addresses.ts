import { isIP, BlockList } from 'node:net';

/** Prefixes of IPv4 addresses in IPv6: mapped, and NAT64 (RFC 6052). */
const ipv4Prefixes = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

/** A port after IPv4, after eight groups, or longer than a group. */
const port = /(?:(?<=\.\d+|^(?:[^:]+:){7}[^:]+):\d{0,5}|:\d{5})$/;

/**
 * Normalizes an IP address: IPv4 in IPv6 becomes IPv4, and IPv6 has eight groups without leading
 * zeros. Removes quotes, brackets, port and zone, which proxies and settings add.
 * @returns undefined if it is not an address
 */
export function plainAddress(text: string): string | undefined {
  const unquoted = text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();
  const [, bracketed] = /^\[([^\]]*)\](?::\d{0,5})?$/.exec(unquoted) ?? [];
  const [bare = ''] = (bracketed ?? unquoted).split('%');
  // Without brackets, a text that is an address as it stands has no port.
  const address = [bare, bare.replace(port, '')].find((one) => isIP(one) !== 0);
  if (address === undefined || isIP(address) === 4) return address;
  const groups = groupsOf(address);
  const prefix = groups.slice(0, 6).join(':');
  return ipv4Prefixes.includes(prefix) ? ipv4Of(groups.slice(6)) : groups.join(':');
}

/** The URL parser normalizes the groups, without dots. */
function groupsOf(ipv6: string): string[] {
  const [left = '', right] = new URL(`http://[${ipv6}]`).hostname.slice(1, -1).split('::');
  const head = left.split(':').filter(Boolean);
  const tail = (right ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail];
}

/**
 * Normalizes a host: a name in lower case, or an address without brackets.
 * @returns undefined if it is not only a host, for example if it has a port
 */
export function plainHost(text: string): string | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  const isIPv6 = isIP(bare) === 6;
  if (!isIPv6 && !/^[a-z\d.-]+$/i.test(text)) return undefined;
  const url = `http://${isIPv6 ? `[${bare}]` : text}`;
  return URL.canParse(url) ? new URL(url).hostname.replaceAll(/[[\]]/g, '') : undefined;
}

const ipv4Of = (groups: readonly string[]) =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');

/** Accepts an address, or a range such as 10.0.0.0/8 or [2001:db8::]/32. */
export const isAddressRange = (text: string): boolean => rangeOf(text) !== undefined;

/**
 * Returns a function that says whether an address, in any spelling, is in one of the ranges. It
 * accepts any text.
 */
export function addressMatcher(ranges: readonly string[]): (address: string) => boolean {
  // A single list would also take every IPv4 address for IPv6.
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
  const max = isIP(address) === 4 ? 32 : 128;
  if (length === undefined) return { address, bits: max };
  // Of IPv4 in IPv6 the length counts the 96 bits before it, too.
  const bits = Number(length) - (isIP(bare) === 6 ? 128 - max : 0);
  return /^\d{1,3}$/.test(length) && bits >= 0 && bits <= max ? { address, bits } : undefined;
}

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

/**
 * Whether an address is not public: this machine, a private network, a cloud's metadata. IPv4 in
 * IPv6 is judged as IPv4: a network with NAT64 has no other address of most hosts.
 */
export const isPrivateAddress = (address: string): boolean =>
  isPrivate(plainAddress(address) ?? '::');
