// The campaign of the drills with everything that a campaign may have: packs with codes, several
// participations of one number, and a question.
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { packTesting } from '@inaam/plugins/testing.ts';
import { askedCampaign } from '../server/shopper/asked-shopper.ts';
import type { ShopperServer } from '../server/shopper/shopper.ts';

const batch = { label: 'DRILL', product: '', region: '', codes: 4_000_000, key: 1 };

/** The checker knows them too. */
const claims = { perDay: 2, inAll: 3 };

export async function loadPackedCampaign(id: string): Promise<ServerCampaign> {
  const campaign = askedCampaign(await loadCampaign(id), [5, 10], 100_000);
  return withCodes(campaign, claims);
}

export const withCodes = (campaign: ServerCampaign, often: typeof claims): ServerCampaign =>
  packTesting[0]?.withCodes(campaign, often) ?? campaign;

/** Makes a batch, and opens it. */
export async function openPackBatch(
  { database, campaign }: Pick<ShopperServer, 'database' | 'campaign'>,
  wanted = batch,
): Promise<void> {
  const operator = { by: 'drill', reason: 'a drill', at: Date.now() };
  const audit = { campaign: campaign.id, command: 'packs', operator, details: {} };
  await packTesting[0]?.makePackBatch(database, campaign.id, { ...wanted, audit });
  const opening = { label: wanted.label, change: 'open', audit };
  await packTesting[0]?.changePackBatch(database, campaign.id, opening);
}

/** @param serial of the only batch */
export const packCodeOf = (
  { keys, campaign }: Pick<ShopperServer, 'keys' | 'campaign'>,
  serial: number,
): string =>
  packTesting[0]?.packKeys(keys, campaign.id).packCode({ key: batch.key, batch: 1, serial }) ?? '';
