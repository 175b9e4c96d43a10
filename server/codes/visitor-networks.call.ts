import { clientNetwork } from '../http/client-network.ts';
import type { CallContext } from '../http/context.ts';
import type { VisitorNetwork } from './visitor-limits.sql.ts';

/**
 * The networks by which a visitor is counted: the address, or for IPv6 its /64 and its /48.
 * @param address the client's address, as far as the proxies are trusted
 */
export function visitorNetworks(
  { keys }: Pick<CallContext, 'keys'>,
  address: string | undefined,
): VisitorNetwork[] {
  const { kind, network, around } = clientNetwork(address);
  const own = { kind, name: keys.addressCounter(network) };
  if (kind === 'ipv4') return [own];
  return [own, { kind: 'ipv6Site', name: keys.addressCounter(around.network) }];
}
