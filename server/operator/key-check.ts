import type { OwnSecrets } from '../platform/secret-checks.ts';
import type { Database } from '../database/database.ts';
import { countKeyUse } from './reseal.ts';
import { checkOf, type Finding } from '../console/checks/finding.ts';
import { examineSecrets } from '../console/checks/own-secrets.ts';

/** Whether stored values can be decrypted and found again with the secrets of the programs. */
export async function checkKeys(
  database: Database,
  campaign: string,
  secrets: OwnSecrets,
): Promise<Finding> {
  const check = checkOf('keys');
  const { seal = [], voucherSeal = [] } = secrets;
  const rings = { SEAL_KEYS: seal, VOUCHER_SEAL_KEYS: voucherSeal };
  const uses = (await countKeyUse({ database, campaign, rings })).filter(
    ({ ring, values }) => values > 0 && rings[ring].length > 0,
  );
  const unknown = uses.filter(({ ring, key }) => !rings[ring].some(({ id }) => id === key));
  if (unknown.length > 0) {
    return check.fault(
      unknown.map(({ ring, key }) => `Key ${key} of ${ring} is missing but still used.`).join(' '),
      'Put the old key back at the end of its variable, then run `keys reseal`.',
    );
  }
  const { wrong, missing } = await examineSecrets(database, campaign, secrets);
  if (wrong.length > 0) {
    return check.fault(
      `What is stored was written with another ${wrong.join(', ')}.`,
      'Set the one that this campaign began with.',
    );
  }
  if (missing.length > 0) {
    return check.fault(
      missing.map(({ variable, key }) => `Key ${key} of ${variable} is missing.`).join(' '),
      'Put it back at the end of its variable: another program may seal with it.',
    );
  }
  const old = uses.filter(({ ring, key }) => key !== rings[ring][0]?.id);
  return old.length === 0
    ? check.ok('They open what is stored, and nothing is sealed with an old key.')
    : check.warning(
        old.map(({ ring, key }) => `Key ${key} of ${ring} is old but still used.`).join(' '),
        'Run `keys reseal`.',
      );
}
