import { withCommitment } from '@inaam/campaigns/loader/complete-words.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { Secrets } from '@inaam/server/platform/keys.ts';
import { commitmentOf } from '@inaam/server/draw/campaign-commitment.ts';
import { commitDraw } from '@inaam/server/draw/commitments.sql.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { createHash } from 'node:crypto';
import { drawSecretOf, type DrawParts } from '@inaam/server/draw/commitment.rules.ts';

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
  const { stored } = await commitDraw(database, wanted, {
    by: 'test',
    reason: 'a test',
    at: Date.now(),
  });
  await database.query('update inaam.head set has_own_clock = true where campaign = $1', [
    campaign.id,
  ]);
  return withCommitment(campaign, stored.hash);
}

/** The same for the programs' default campaign. */
export async function committedBiscuitCampaign(
  database: Database,
  secrets: CommittedSecrets,
): Promise<ServerCampaign> {
  return committedCampaign(database, await biscuitCampaign(), secrets);
}

/** Two parts of this 32-byte secret, always the same. */
export function drawPartsOf(secret: Uint8Array): DrawParts {
  const one = new Uint8Array(createHash('sha256').update('part one').update(secret).digest());
  // With one part, the other follows from the secret.
  return [one, drawSecretOf([secret, one])];
}

/** As environment variables of `draw` and of the operator's commands. */
export function drawVariables(secret: Uint8Array) {
  const [one, two] = drawPartsOf(secret).map((part) => Buffer.from(part).toString('base64'));
  return { DRAW_PART_ONE: one ?? '', DRAW_PART_TWO: two ?? '' };
}
