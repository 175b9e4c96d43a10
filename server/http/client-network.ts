// Which addresses count as one. An IPv6 network of /64 is one household or one phone.
import { isIP } from 'node:net';
import type { AddressKind } from '../rules/codes/send-budget.ts';

export type ClientNetwork = {
  kind: AddressKind;
  /** The address, or the /64 of IPv6. */
  network: string;
  /** The /24 and /16 around it, or /48 and /32. */
  around: { network: string; provider: string };
};

/** @param address as far as the proxies are trusted; all unreadable addresses count as one */
export function clientNetwork(address: string | undefined): ClientNetwork {
  const [bare = ''] = withoutPort(address ?? '').split('%');
  if (isIP(bare) === 4) return within('ipv4', bare.split('.'), '.');
  if (isIP(bare) !== 6) return within('ipv4', ['unknown'], '.');
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare) ?? [];
  if (mapped !== undefined) return within('ipv4', mapped.split('.'), '.');
  return within('ipv6', firstGroups(bare), ':');
}

function within(kind: AddressKind, groups: readonly string[], separator: string): ClientNetwork {
  const first = (count: number) => groups.slice(0, count).join(separator);
  const [network, provider] = kind === 'ipv4' ? ['/24', '/16'] : ['/48', '/32'];
  const around = { network: `${first(3)}${network}`, provider: `${first(2)}${provider}` };
  return { kind, network: first(4), around };
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
