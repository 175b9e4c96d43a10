// An IPv6 network of /64 is one household or one phone, so its addresses count as one.
import { isIP } from 'node:net';
import { plainAddress } from '../network/plain-address.ts';
import type { AddressKind } from '../rules/codes/send-budget.ts';

export type ClientNetwork = { kind: AddressKind; network: string };

/** @param address as far as the proxies are trusted; all unreadable addresses count as one */
export function clientNetwork(address: string | undefined): ClientNetwork {
  const plain = plainAddress(address ?? '') ?? 'unknown';
  if (isIP(plain) !== 6) return { kind: 'ipv4', network: plain };
  return { kind: 'ipv6', network: plain.split(':').slice(0, 4).join(':') };
}
