import { Option } from 'commander';
import * as z from 'zod';
import {
  readKeysConfig,
  readReplacedSecret,
  readVouchersConfig,
  replaceableSecrets,
} from '../../operator/settings/operator-config.ts';
import { secretChecksOf } from '../../platform/secret-checks.ts';
import { voucherPublicKeyOf } from '../../platform/seal.ts';
import { recordAudit } from '../../database/audit-log.ts';
import { replaceSecretChecks, retireKeys } from '../../database/secret-checks.ts';
import { rupees } from '../../platform/format.ts';
import { commandOf, optionOf } from '../../operator/add-command.ts';
import type { CommandResult } from '../../operator/command-context.ts';
import { countKeyUse, resealAll, type KeyUse, type RingName, type Rings } from './reseal.ts';
import { withOpenDatabase } from '../../operator/with-database.ts';
import { operatorOf, whoAndWhy } from '../../operator/options.ts';
import { createProgress } from '../../operator/progress.ts';

export const addKeysPublic = commandOf({
  of: 'installation',
  detail:
    'It is VOUCHER_PUBLIC_KEY of the console, the public half of the first key of VOUCHER_SEAL_KEYS and no secret: with it nothing can be opened. Print it again when the first key has changed.',
  examples: ['keys public'],
  shape: {},
  run: async (_options, { context }) => {
    const { secrets } = readVouchersConfig(context.variables);
    const { id, key } = voucherPublicKeyOf(secrets.voucherSeal);
    const value = `${id}:${Buffer.from(key).toString('base64')}`;
    return { text: `VOUCHER_PUBLIC_KEY=${value}`, json: { voucherPublicKey: value } };
  },
});

export const addKeysReplace = commandOf({
  detail:
    'IDENTITY_SECRET or CODE_SECRET; it no longer starts with the old one. Reads the new one from the variable. See "Change a key" in docs/run/draw-and-keys.md for when, and for what shoppers notice.',
  examples: ['keys replace --of CODE_SECRET --why "it was in a log"'],
  shape: {
    of: optionOf(
      new Option('--of <variable>', 'the variable, which has the new secret')
        .choices(replaceableSecrets)
        .makeOptionMandatory(),
      z.enum(replaceableSecrets),
    ),
    ...whoAndWhy,
  },
  run: ({ of, ...who }, { context }) => {
    const { replaced, ...config } = readReplacedSecret(context.variables, of);
    const { campaign } = config;
    return withOpenDatabase(context, config, async ({ database, clocks }) => {
      const operator = operatorOf(who, clocks.wall());
      await replaceSecretChecks(database, campaign, secretChecksOf(replaced, campaign));
      const details = { variable: of };
      await recordAudit(database, { campaign, command: 'keys replace', operator, details });
      return {
        text: `${of} is replaced: start every \`serve\` again, with the new one.`,
        json: { campaign, replaced: of },
      };
    });
  },
});

export const addKeysReseal = commandOf({
  detail:
    'The first key of SEAL_KEYS and of VOUCHER_SEAL_KEYS, while the product runs. It can be stopped and started again at any time. In the end it says which keys seal nothing any more.',
  examples: [
    'keys reseal --why "yearly change of keys"',
    'keys reseal --why "key 1 leaked" --json',
  ],
  shape: whoAndWhy,
  run: (who, { context }) => {
    const config = readKeysConfig(context.variables);
    const { campaign, secrets } = config;
    const rings = { SEAL_KEYS: secrets.seal, VOUCHER_SEAL_KEYS: secrets.voucherSeal };
    return withOpenDatabase(context, config, async ({ database, clocks }) => {
      const operator = operatorOf(who, clocks.wall());
      const progress = createProgress(context);
      const rows = await resealAll({
        database,
        campaign,
        rings,
        onProgress: (table, percent) => progress.show(`Sealing ${table} again`, percent / 100),
      });
      progress.clear();
      const uses = await countKeyUse({ database, campaign, rings });
      const details = {
        rows,
        ...Object.fromEntries(uses.map((use) => [nameOf(use), use.values])),
      };
      await retireKeys(database, campaign, removableOf(rings, uses));
      await recordAudit(database, { campaign, command: 'keys reseal', operator, details });
      return answerOf(campaign, rings, rows, uses);
    });
  },
});

/** Older keys with which nothing is sealed. */
const removableOf = (rings: Rings, uses: readonly KeyUse[]) =>
  uses.filter(({ ring, key, values }) => values === 0 && key !== rings[ring][0]?.id);

const nameOf = ({ ring, key }: KeyUse) => `${ring} ${key}`;

function answerOf(
  campaign: string,
  rings: Rings,
  rows: number,
  uses: readonly KeyUse[],
): CommandResult {
  const newest = (ring: RingName) => rings[ring][0]?.id;
  const old = uses.filter(({ ring, key }) => key !== newest(ring));
  const removable = removableOf(rings, uses);
  const lines = [
    `${rupees(rows)} rows were sealed again with the newest keys.`,
    ...old.map((use) =>
      use.values === 0
        ? `Key ${use.key} of ${use.ring} seals nothing any more: it can be removed. Backups made before need it.`
        : `Key ${use.key} of ${use.ring} still seals ${rupees(use.values)} values: see that every program has the new key first, and run it again.`,
    ),
    ...(old.length === 0 ? ['Each ring has one key: there is nothing to remove.'] : []),
  ];
  return {
    text: lines.join('\n'),
    json: {
      campaign,
      rows,
      keys: uses,
      removable: removable.map(({ ring, key }) => ({ ring, key })),
    },
    failed: removable.length < old.length,
  };
}
