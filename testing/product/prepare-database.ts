import { randomBytes } from 'node:crypto';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { allKeysOf } from '@inaam/server/platform/keys.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { migrate } from '@inaam/server/database/schema/migrate.ts';
import { loadVoucherCodes } from '@inaam/server/vouchers/stage-vouchers.ts';
import { committedCampaign } from '../server/campaign/committed-campaign.ts';
import { committedSecrets, voucherVariables } from '../server/programs/program-process.ts';
import type { ShopperServer } from '../server/shopper/shopper.ts';
import { loadPackedCampaign, openPackBatch } from './packed-campaign.ts';

const id = 'biscuit-2025';
const key = () => randomBytes(32);

/**
 * Migrates, commits to the draw and loads vouchers.
 * @param hasPacks each pack has a code, all of them of one open batch
 * @returns the campaign's data for visitors, and the variables of its programs
 */
export async function prepareProduct(databaseUrl: string, hasPacks = false) {
  const [index, seal, voucherSeal, pack] = [key(), key(), key(), key()] as const;
  const keys = allKeysOf(
    {
      ...committedSecrets,
      identity: index,
      code: index,
      index,
      seal: [{ id: 1, key: seal }],
      voucherSeal: [{ id: 1, key: voucherSeal }],
      ...(hasPacks && { rings: { PACK_KEYS: [{ id: 1, key: pack }] } }),
    },
    id,
  );
  const database = openDatabase(databaseUrl, 8);
  await migrate(database);
  const loaded = await (hasPacks ? loadPackedCampaign : loadCampaign)(id);
  const campaign = await committedCampaign(database, loaded, committedSecrets);
  const prepared = { database, campaign, keys };
  await stock(prepared, () => firstCodes);
  if (hasPacks) await openPackBatch(prepared);
  return {
    ...prepared,
    variables: {
      INDEX_SECRET: index.toString('base64'),
      SEAL_KEYS: `1:${seal.toString('base64')}`,
      ...voucherVariables(voucherSeal),
      ...(hasPacks && { PACK_KEYS: `1:${pack.toString('base64')}` }),
    },
  };
}

const firstCodes = 1500;
const loadedCodes = 1000;
const fewCodes = 700;

/** Begin with F and the amount, which the checker knows. */
const newVoucherCodes = (amount: number, count: number) =>
  Array.from({ length: count }, (_, place) => ({
    code: `F${amount}-${randomBytes(5).toString('hex').toUpperCase()}-${place}`,
    amount,
  }));

export type Stocked = Pick<ShopperServer, 'database' | 'campaign' | 'keys'>;

/** A long run's stock would make a large database from the start. */
export const refill = (stocked: Stocked): Promise<void> =>
  stock(stocked, (_, free) => (free < fewCodes ? loadedCodes : 0));

/** @param missingOf how many codes of an amount to load, when so many are free */
export async function stock(
  { database, campaign, keys }: Stocked,
  missingOf: (amount: number, free: number) => number,
): Promise<void> {
  const { rows } = await database.query<{ amount: number; free: number }>(
    `select amount, count(*)::integer as free from inaam.voucher
     where pseudonym is null group by amount`,
  );
  // An amount without free codes has no row.
  const free = new Map(rows.map((row) => [row.amount, row.free]));
  const codes = campaign.outcomes.flatMap(({ amount }) =>
    newVoucherCodes(amount, Math.max(0, missingOf(amount, free.get(amount) ?? 0))),
  );
  if (codes.length > 0) await loadVoucherCodes({ database, campaign, keys }, codes, Date.now());
}
