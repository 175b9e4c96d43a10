// Which addresses count as one. An IPv6 network of /64 is one household or one phone.
import { isIP } from 'node:net';
import { plainAddress } from '../platform/plain-address.ts';
import type { AddressKind } from '../codes/send-budget.rules.ts';

export type ClientNetwork = {
  kind: AddressKind;
  /** The address, or the /64 of IPv6. */
  network: string;
  /** The /24 and /16 around it, or /48 and /32. */
  around: { network: string; provider: string };
};

/** @param address as far as the proxies are trusted; all unreadable addresses count as one */
export function clientNetwork(address: string | undefined): ClientNetwork {
  const plain = plainAddress(address ?? '') ?? 'unknown';
  return isIP(plain) === 6
    ? within('ipv6', plain.split(':'), ':')
    : within('ipv4', plain.split('.'), '.');
}

function within(kind: AddressKind, groups: readonly string[], separator: string): ClientNetwork {
  const first = (count: number) => groups.slice(0, count).join(separator);
  const [network, provider] = kind === 'ipv4' ? ['/24', '/16'] : ['/48', '/32'];
  const around = { network: `${first(3)}${network}`, provider: `${first(2)}${provider}` };
  return { kind, network: first(4), around };
}
