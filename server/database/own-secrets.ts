// Whether a program has the secrets that the campaign began with. With others it would find no
// stored value, open none, and let a number take part again.
import { createHash } from 'node:crypto';
import { keyRings } from '@inaam/plugins/settings.ts';
import { Refusal } from '../platform/errors.ts';
import { secretChecksOf, type OwnSecrets } from '../platform/secret-checks.ts';
import type { Database } from './database.ts';
import { addSecretChecks, readCommittedHash, readSecretChecks } from './secret-checks.ts';

class WrongSecrets extends Refusal {
  override name = 'WrongSecrets';
}

/**
 * Before a program writes anything, compares each secret with its stored check value, and stores
 * missing values. Of two programs that
 * start at once with different secrets, one is refused.
 * @param use `seals`: it opens nothing, so it may lack older keys
 * @throws WrongSecrets by the names of the variables
 */
export async function assertOwnSecrets(
  database: Database,
  campaign: string,
  secrets: OwnSecrets,
  use: 'opens' | 'seals' = 'opens',
): Promise<void> {
  if (await assertSameSecrets(database, campaign, secrets, use)) return;
  await addSecretChecks(database, campaign, secretChecksOf(secrets, campaign));
  await assertSameSecrets(database, campaign, secrets, use);
}

/**
 * The same, but stores nothing.
 * @returns whether all check values are stored
 * @throws WrongSecrets
 */
export async function assertSameSecrets(
  database: Database,
  campaign: string,
  secrets: OwnSecrets,
  use: 'opens' | 'seals' = 'opens',
): Promise<boolean> {
  const { wrong, missing, isStored } = await examineSecrets(database, campaign, secrets);
  const problems = [
    ...wrong
      .map((name) => nameOf(name, secrets))
      .map(
        (variable) =>
          `${variable} differs from the one that campaign "${campaign}" began with, so what is stored could not be found or opened. Set the one of its other programs, or see "Change a key" in docs/run/draw-and-keys.md.`,
      ),
    ...(use === 'opens' ? missing : []).map(({ variable, key }) =>
      [
        `${variable} lacks key ${key}, with which`,
        keyRings[variable]?.lacking ??
          'something may be sealed. Put it back at the end, until `keys reseal` says that it can be removed.',
      ].join(' '),
    ),
  ];
  if (problems.length > 0) throw new WrongSecrets(problems.join('\n'));
  return isStored;
}

export type ExaminedSecrets = {
  wrong: string[];
  missing: { variable: string; key: number }[];
  isStored: boolean;
};

export async function examineSecrets(
  database: Database,
  campaign: string,
  secrets: OwnSecrets,
): Promise<ExaminedSecrets> {
  const own = secretChecksOf(secrets, campaign);
  const variables = new Set(own.map(({ variable }) => variable));
  const stored = (await readSecretChecks(database, campaign)).filter(({ variable }) =>
    variables.has(variable),
  );
  const inStore = pairing(stored);
  const inOwn = pairing(own);
  const isStored = own.every((check) => {
    const known = inStore(check);
    return known !== undefined && (known.seals || !check.seals);
  });
  const different = own.filter((check) => inStore(check)?.value.equals(check.value) === false);
  const wrong = [
    ...different.map(({ variable }) => variable),
    ...((await isOtherPseudonymSecret(database, campaign, secrets)) ? ['PSEUDONYM_SECRET'] : []),
  ];
  return {
    wrong: [...new Set(wrong)],
    missing: stored.filter(
      (check) => check.seals && !inOwn(check) && nameOf(check.variable, secrets) === check.variable,
    ),
    isStored,
  };
}

/** The console has only the public half of the newest key. */
const nameOf = (variable: string, { voucherPublic }: OwnSecrets) =>
  variable === 'VOUCHER_SEAL_KEYS' && voucherPublic ? 'VOUCHER_PUBLIC_KEY' : variable;

function pairing<Check extends { variable: string; key: number }>(checks: readonly Check[]) {
  const found = new Map(checks.map((check) => [`${check.variable} ${check.key}`, check]));
  return ({ variable, key }: { variable: string; key: number }) => found.get(`${variable} ${key}`);
}

/** The commitment contains its hash. */
async function isOtherPseudonymSecret(
  database: Database,
  campaign: string,
  { pseudonym }: OwnSecrets,
): Promise<boolean> {
  if (!pseudonym) return false;
  const committed = await readCommittedHash(database, campaign);
  const own = createHash('sha256').update(pseudonym).digest('hex');
  return committed !== undefined && committed !== own;
}
