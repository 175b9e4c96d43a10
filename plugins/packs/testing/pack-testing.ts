// What core tests need to make codes of packs.
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { Claims } from '../../campaign-plugin.ts';
import { packCodeOf } from '../pack-code.ts';
import { changePackBatch, makePackBatch } from '../server/pack-batches.sql.ts';
import { packKeys } from '../server/pack-cipher.ts';

const withCodes = (campaign: ServerCampaign, claims: Claims): ServerCampaign => ({
  ...campaign,
  packs: { kind: 'unique', codes: 'made', claims },
});

export const packsMade = { makePackBatch, changePackBatch, packKeys, packCodeOf, withCodes };
