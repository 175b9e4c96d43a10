import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { allKeysOf, type AllKeys } from '@inaam/server/platform/keys.ts';
import { loadVoucherCodes } from '@inaam/server/vouchers/stage-vouchers.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { migrate } from '@inaam/server/database/schema/migrate.ts';
import { committedBiscuitCampaign } from '../../server/campaign/committed-campaign.ts';
import { committedSecrets } from '../../server/programs/program-process.ts';
import { newVoucherCodes } from './voucher-stock.ts';

const campaign = 'biscuit-2025';

/** base64 */
export type CampaignSecrets = Record<
  'draw' | 'pseudonym' | 'index' | 'seal' | 'voucherSeal',
  string
>;

const bytesOf = (secrets: CampaignSecrets) => (name: keyof CampaignSecrets) =>
  Buffer.from(secrets[name], 'base64');

const newSecret = () => randomBytes(32).toString('base64');

export const newCampaignSecrets = (): CampaignSecrets => ({
  draw: committedSecrets.draw.toString('base64'),
  pseudonym: committedSecrets.pseudonym.toString('base64'),
  index: newSecret(),
  seal: newSecret(),
  voucherSeal: newSecret(),
});

/**
 * Migrates, commits to the draw and loads vouchers.
 * @param version the folder of the version that does it; left out: this one
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
      campaign: await committedBiscuitCampaign(database, committed),
      keys: keysOf(secrets),
    };
    const codes = Object.keys(options.campaign.sms.vouchers).flatMap((amount) =>
      newVoucherCodes(Number(amount), 1500),
    );
    const loaded = await loadVoucherCodes(options, codes, Date.now());
    if (loaded.kind !== 'loaded') throw new Error(`The vouchers are ${loaded.kind}.`);
  } finally {
    await database.end();
  }
}

/** For what plays against a prepared database, and the variables of its programs. */
export async function openPrepared(databaseUrl: string, secrets: CampaignSecrets) {
  return {
    database: openDatabase(databaseUrl, 8),
    campaign: await loadCampaign(campaign),
    keys: keysOf(secrets),
    variables: {
      INDEX_SECRET: secrets.index,
      SEAL_KEYS: `1:${secrets.seal}`,
      VOUCHER_SEAL_KEYS: `1:${secrets.voucherSeal}`,
    },
  };
}

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
    },
    campaign,
  );
}
