import { withCommitment } from '@inaam/campaigns/loader/complete-words.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { Secrets } from '@inaam/server/platform/keys.ts';
import { commitmentOf } from '@inaam/server/draw/campaign-commitment.ts';
import { commitDraw } from '@inaam/server/draw/commitments.sql.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { drawPartsOf } from './draw-parts.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';

let loading: Promise<ServerCampaign> | undefined;

/** Read once per worker: nothing changes it, and reading it takes as long as many a test. */
export function biscuitCampaign(): Promise<ServerCampaign> {
  loading ??= loadCampaign('biscuit-2025');
  return loading;
}

type CommittedSecrets = Pick<Secrets, 'draw' | 'pseudonym'>;

/** The campaign with its commitment in its words. Idempotent. */
export async function committedCampaign(
  database: Database,
  campaign: ServerCampaign,
  secrets: CommittedSecrets,
): Promise<ServerCampaign> {
  const { draw, pseudonym } = secrets;
  const wanted = commitmentOf(campaign, { drawParts: drawPartsOf(draw), pseudonym });
  const { stored } = await commitDraw(database, wanted, campaign.fixed, {
    by: 'test',
    reason: 'a test',
    at: Date.now(),
  });
  return withCommitment(campaign, stored.hash);
}

/** The same for the programs' default campaign. */
export async function committedBiscuitCampaign(
  database: Database,
  secrets: CommittedSecrets,
): Promise<ServerCampaign> {
  return committedCampaign(database, await biscuitCampaign(), secrets);
}
