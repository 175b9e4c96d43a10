import type { DeliverConfig } from '../../config/program-config.ts';
import { deliveryKeysOf } from '../../keys/keys.ts';
import { sealContexts } from '../../keys/seal-contexts.ts';
import type { Database } from '../../storage/database.ts';
import { readSampleNumber } from '../../storage/personal-data/sealed-values.ts';
import { countKeyUse } from '../database/reseal.ts';
import { wrongVoucherSecret } from '../../support/vouchers/wrong-voucher-secret.ts';
import { checkOf, type Finding } from '../../support/checks/finding.ts';

/** Whether stored values can be decrypted and found again with the secrets of `deliver`. */
export async function checkKeys(
  database: Database,
  { campaign, secrets }: DeliverConfig,
): Promise<Finding> {
  const check = checkOf('keys');
  const rings = { SEAL_KEYS: secrets.seal, VOUCHER_SEAL_KEYS: secrets.voucherSeal };
  const uses = await countKeyUse({ database, campaign, rings });
  const unknown = uses.filter(
    ({ ring, key, values }) => values > 0 && !rings[ring].some(({ id }) => id === key),
  );
  if (unknown.length > 0) {
    return check.fault(
      unknown.map(({ ring, key }) => `Key ${key} of ${ring} is missing but still used.`).join(' '),
      'Put the old key back at the end of its variable, then run `keys reseal`.',
    );
  }
  const wrong = await wrongSecrets(database, campaign, secrets);
  if (wrong.length > 0) {
    return check.fault(
      `What is stored was written with another ${wrong.join(', ')}.`,
      'Set the one that this campaign began with.',
    );
  }
  const old = uses.filter(({ ring, key, values }) => values > 0 && key !== rings[ring][0]?.id);
  return old.length === 0
    ? check.ok('They open what is stored, and nothing is sealed with an old key.')
    : check.warning(
        old.map(({ ring, key }) => `Key ${key} of ${ring} is old but still used.`).join(' '),
        'Run `keys reseal`.',
      );
}

async function wrongSecrets(
  database: Database,
  campaign: string,
  secrets: DeliverConfig['secrets'],
): Promise<string[]> {
  const keys = deliveryKeysOf(secrets, campaign);
  const number = await readSampleNumber(database, campaign);
  const mobile =
    number &&
    tryOpen(() => keys.open(number.sealed, sealContexts.personalDataMobile(number.pseudonym)));
  const ofStock = await wrongVoucherSecret(database, campaign, keys);
  const isOtherIndex =
    ofStock === 'INDEX_SECRET' ||
    (number && mobile !== undefined && !keys.mobileIndex(mobile).equals(number.mobileIndex));
  return [
    ...(number && mobile === undefined ? ['SEAL_KEYS'] : []),
    ...(ofStock === 'VOUCHER_SEAL_KEYS' ? [ofStock] : []),
    ...(isOtherIndex ? ['INDEX_SECRET'] : []),
  ];
}

function tryOpen(open: () => string): string | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}
