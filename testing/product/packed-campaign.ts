// The campaign of the drills with everything that a campaign may have: packs with codes, several
// participations of one number, and a question.
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { changePackBatch, makePackBatch } from '@inaam/server/packs/pack-batches.sql.ts';
import type { ShopperServer } from '../server/shopper/shopper.ts';

const batch = { label: 'DRILL', product: '', region: '', codes: 4_000_000, key: 1 };

/** The checker knows them too. */
const claims = { perDay: 2, inAll: 3 };
const pools = [5, 10].map((amount) => ({ amount, rewards: 100_000 }));

export async function loadPackedCampaign(id: string): Promise<ServerCampaign> {
  const [campaign, tea] = await Promise.all([loadCampaign(id), loadCampaign('tea-demo')]);
  const { questions } = tea;
  return {
    ...campaign,
    packs: { kind: 'unique', codes: 'made', claims },
    ...(questions && { questions: { ...questions, pools } }),
    words: (language) => ({
      ...campaign.words(language),
      questions: tea.words(language).questions,
    }),
  };
}

/** Makes a batch, and opens it. */
export async function openPackBatch(
  { database, campaign }: Pick<ShopperServer, 'database' | 'campaign'>,
  wanted = batch,
): Promise<void> {
  const operator = { by: 'drill', reason: 'a drill', at: Date.now() };
  const audit = { campaign: campaign.id, command: 'packs', operator, details: {} };
  await makePackBatch(database, campaign.id, { ...wanted, audit });
  await changePackBatch(database, campaign.id, { label: wanted.label, change: 'open', audit });
}

/** @param serial of the only batch */
export const packCodeOf = ({ keys }: Pick<ShopperServer, 'keys'>, serial: number): string =>
  keys.packCode({ key: batch.key, batch: 1, serial });
