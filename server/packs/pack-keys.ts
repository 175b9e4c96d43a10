import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { ConfigError } from '../operator/settings/program-config.ts';
import type { SealKeys } from '../platform/seal.ts';
import { hasOwnCodes } from './packs.rules.ts';

/**
 * A program that cannot tell which codes were printed would accept none.
 * @throws ConfigError
 */
export function assertPackKeys(
  { id, packs }: Pick<ServerCampaign, 'id' | 'packs'>,
  ring?: SealKeys,
) {
  if (ring || !hasOwnCodes(packs)) return;
  throw new ConfigError([
    `PACK_KEYS is missing: each pack of "${id}" has a code. Set the keys with which \`packs make\` made them; \`npx inaam init\` makes the first one.`,
  ]);
}
