import { isIP } from 'node:net';

/** What stands before an IPv4 address in IPv6: mapped, and NAT64 (RFC 6052). */
const ipv4Prefixes = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

/** After IPv4, after eight groups, or longer than a group. */
const port = /(?:(?<=\.\d+|^(?:[^:]+:){7}[^:]+):\d{0,5}|:\d{5})$/;

/**
 * Gives an IP address its one spelling: IPv4 in IPv6 is IPv4, and IPv6 has eight groups without
 * leading zeros. Quotes, brackets, port and zone are taken away, since proxies and settings have
 * them.
 * @returns undefined for what is not an address
 */
export function plainAddress(text: string): string | undefined {
  const unquoted = text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();
  const [, bracketed] = /^\[([^\]]*)\](?::\d{0,5})?$/.exec(unquoted) ?? [];
  const [bare = ''] = (bracketed ?? unquoted).split('%');
  // Without brackets, what is an address as it stands has no port.
  const address = [bare, bare.replace(port, '')].find((one) => isIP(one) !== 0);
  if (address === undefined || isIP(address) === 4) return address;
  const groups = groupsOf(address);
  const prefix = groups.slice(0, 6).join(':');
  return ipv4Prefixes.includes(prefix) ? ipv4Of(groups.slice(6)) : groups.join(':');
}

/** A URL has one spelling of it already, without dots. */
function groupsOf(ipv6: string): string[] {
  const [left = '', right] = new URL(`http://[${ipv6}]`).hostname.slice(1, -1).split('::');
  const head = left.split(':').filter(Boolean);
  const tail = (right ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail];
}

/**
 * Gives a host its one spelling: a name in small letters, or an address without brackets.
 * @returns undefined for what is no host alone, such as one with a port
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
