import { httpGatewaySchema } from '@inaam/server/sms/gateway/gateway-schema.ts';
import { httpProvider } from '@inaam/server/sms/gateway/http-provider.ts';
import { presets } from '@inaam/server/sms/presets/presets.ts';
import type { SmsProvider } from '@inaam/server/sms/provider.ts';
import { exotelPeer } from './exotel-peer.ts';
import { gupshupPeer } from './gupshup-peer.ts';
import { msg91Peer } from './msg91-peer.ts';
import type { SmsPeer } from './peer.ts';

export const peers = { msg91: msg91Peer, gupshup: gupshupPeer, exotel: exotelPeer };
export type PeerName = keyof typeof peers;

/** The preset with another host. @param address of a gateway that responds like the peer */
export function providerOf(
  name: PeerName,
  address: string,
  { values, secrets, templates }: Pick<SmsPeer, 'values' | 'secrets' | 'templates'>,
): SmsProvider {
  const gateway = httpGatewaySchema.parse(presets[name].gateway);
  const there = gateway.address.replace(/^https:\/\/[^/]+/, address);
  return httpProvider({ ...gateway, address: there }, { values, secrets, templates });
}
