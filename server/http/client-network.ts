// An IPv6 network of /64 is one household or one phone, so its addresses count as one.
import { isIP } from 'node:net';
import type { AddressKind } from '../rules/codes/send-budget.ts';

export type ClientNetwork = { kind: AddressKind; network: string };

/** @param address as far as the proxies are trusted; all unreadable addresses count as one */
export function clientNetwork(address: string | undefined): ClientNetwork {
  const [bare = ''] = withoutPort(address ?? '').split('%');
  if (isIP(bare) === 4) return { kind: 'ipv4', network: bare };
  if (isIP(bare) !== 6) return { kind: 'ipv4', network: 'unknown' };
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare) ?? [];
  if (mapped !== undefined) return { kind: 'ipv4', network: mapped };
  return { kind: 'ipv6', network: firstGroups(bare).join(':') };
}

/** Some proxies append the port to the addresses that they forward. */
const withoutPort = (address: string) =>
  address.replace(/^\[([^\]]+)\](?::\d{1,5})?$/, '$1').replace(/^([\d.]+):\d{1,5}$/, '$1');

/** The 64 bits of the network, in four groups without leading zeros. */
function firstGroups(address: string): string[] {
  const [left = '', right] = address.split('::');
  const head = groupsOf(left);
  const tail = right === undefined ? [] : groupsOf(right);
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return [...head, ...zeros, ...tail]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
}

/** A dotted end counts as two groups. */
const groupsOf = (part: string) =>
  part
    .split(':')
    .filter((group) => group !== '')
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
