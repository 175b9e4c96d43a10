import { withCommitment } from '@inaam/campaigns/loader/commitment-words.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { commitmentOf, type CommittedSecrets } from '@inaam/server/draw/campaign-commitment.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { commitDraw } from '@inaam/server/draw/commitments.sql.ts';
import { print } from '../console.ts';

/**
 * Commits to the draw. In production an operator does this before the campaign starts.
 * @param at ms
 */
export async function commitCampaign(
  database: Database,
  campaign: ServerCampaign,
  secrets: CommittedSecrets,
  at: number,
): Promise<ServerCampaign> {
  const { kind, stored } = await commitDraw(
    database,
    commitmentOf(campaign, secrets),
    campaign.fixed,
    { by: 'demo', why: 'the first start of the demonstration', at },
  );
  if (kind === 'committed') print(`Commitment of the draw: ${stored.hash}`);
  return withCommitment(campaign, stored.hash);
}
