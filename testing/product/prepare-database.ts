import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { allKeysOf, type AllKeys } from '@inaam/server/platform/keys.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { migrate } from '@inaam/server/database/schema/migrate.ts';
import { loadVoucherCodes } from '@inaam/server/vouchers/stage-vouchers.ts';
import { committedCampaign } from '../server/campaign/committed-campaign.ts';
import { committedSecrets, voucherVariables } from '../server/programs/program-process.ts';
import type { ShopperServer } from '../server/shopper/shopper.ts';
import { loadPackedCampaign, openPackBatch } from './packed-campaign.ts';

const campaign = 'biscuit-2025';

/** base64 */
type CampaignSecrets = Record<'draw' | 'pseudonym' | 'index' | 'seal' | 'voucherSeal', string> & {
  /** Undefined: packs have no codes. */
  pack?: string;
};

const bytesOf = (secrets: CampaignSecrets) => (name: keyof CampaignSecrets) =>
  Buffer.from(secrets[name] ?? '', 'base64');

const newSecret = () => randomBytes(32).toString('base64');

const newCampaignSecrets = (hasPacks: boolean): CampaignSecrets => ({
  draw: committedSecrets.draw.toString('base64'),
  pseudonym: committedSecrets.pseudonym.toString('base64'),
  index: newSecret(),
  seal: newSecret(),
  voucherSeal: newSecret(),
  ...(hasPacks && { pack: newSecret() }),
});

/**
 * Migrates, commits to the draw and loads vouchers.
 * @param version folder of the version to use; by default, this one
 */
export async function prepareDatabase(
  databaseUrl: string,
  secrets: CampaignSecrets,
  version?: string,
): Promise<void> {
  if (version !== undefined) {
    const file = 'testing/faults/programs/prepare.ts';
    const words = ['runtime/run.mjs', file, databaseUrl, JSON.stringify(secrets)];
    await promisify(execFile)(process.execPath, words, { cwd: version });
    return;
  }
  const database = openDatabase(databaseUrl, 8);
  try {
    await migrate(database);
    const bytes = bytesOf(secrets);
    const committed = { draw: bytes('draw'), pseudonym: bytes('pseudonym') };
    const options = {
      database,
      campaign: await committedCampaign(database, await loaderOf(secrets)(campaign), committed),
      keys: keysOf(secrets),
    };
    const codes = Object.keys(options.campaign.sms.vouchers).flatMap((amount) =>
      newVoucherCodes(Number(amount), 1500),
    );
    const loaded = await loadVoucherCodes(options, codes, Date.now());
    if (loaded.kind !== 'loaded') throw new Error(`The vouchers are ${loaded.kind}.`);
    if (secrets.pack !== undefined) await openPackBatch(options);
  } finally {
    await database.end();
  }
}

/**
 * @param version as in `prepareDatabase`
 * @param hasPacks each pack has a code, all of them of one open batch
 * @returns the campaign's data for visitors, and the variables of its programs
 */
export async function prepareProduct(databaseUrl: string, version?: string, hasPacks = false) {
  const secrets = newCampaignSecrets(hasPacks);
  await prepareDatabase(databaseUrl, secrets, version);
  return {
    database: openDatabase(databaseUrl, 8),
    campaign: await loaderOf(secrets)(campaign),
    keys: keysOf(secrets),
    variables: {
      INDEX_SECRET: secrets.index,
      SEAL_KEYS: `1:${secrets.seal}`,
      ...voucherVariables(bytesOf(secrets)('voucherSeal')),
      ...(secrets.pack !== undefined && { PACK_KEYS: `1:${secrets.pack}` }),
    },
  };
}

const loaderOf = ({ pack }: CampaignSecrets) =>
  pack === undefined ? loadCampaign : loadPackedCampaign;

function keysOf(secrets: CampaignSecrets): AllKeys {
  const bytes = bytesOf(secrets);
  return allKeysOf(
    {
      draw: bytes('draw'),
      pseudonym: bytes('pseudonym'),
      identity: bytes('index'),
      code: bytes('index'),
      index: bytes('index'),
      seal: [{ id: 1, key: bytes('seal') }],
      voucherSeal: [{ id: 1, key: bytes('voucherSeal') }],
      ...(secrets.pack !== undefined && { pack: [{ id: 1, key: bytes('pack') }] }),
    },
    campaign,
  );
}

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
