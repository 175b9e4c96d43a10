import { withCommitment } from '@inaam/campaigns/loader/commitment-words.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { commitmentOf } from '@inaam/server/commitment.ts';
import { commitDraw } from '@inaam/server/storage/commitments.ts';
import type { Database } from '@inaam/server/storage/database.ts';

/** The campaign with its commitment in its words. Idempotent. */
export async function committedCampaign(
  database: Database,
  campaign: ServerCampaign,
  drawSecret: Uint8Array,
): Promise<ServerCampaign> {
  const { stored } = await commitDraw(
    database,
    commitmentOf(campaign, drawSecret),
    campaign.fixed,
    { by: 'test', why: 'a test', at: Date.now() },
  );
  return withCommitment(campaign, stored.hash);
}

/** The same for the programs' default campaign. */
export async function committedBiscuitCampaign(
  database: Database,
  drawSecret: Uint8Array,
): Promise<ServerCampaign> {
  return committedCampaign(database, await loadCampaign('biscuit-2025'), drawSecret);
}
