import type { Clocks } from '../database/clocks.ts';
import {
  readCommitConfig,
  readKeysConfig,
  readNumberConfig,
  readOperatorConfig,
  readRevealConfig,
  readVouchersConfig,
  type OperatorConfig,
} from '../main/settings/operator-config.ts';
import type { CommittedSecrets } from '../draw/campaign-commitment.ts';
import { voucherPublicKeyOf } from '../platform/voucher-seal.ts';
import { numberKeysOf, voucherKeysOf, type loaderKeysOf } from '../platform/keys.ts';
import type { OwnSecrets } from '../platform/secret-checks.ts';
import { assertSuitable, openDatabase, type Database } from '../database/database.ts';
import { assertMigrated } from '../database/schema/applied-migrations.ts';
import { assertOwnSecrets } from '../console/checks/own-secrets.ts';
import type { CommandContext } from './command-context.ts';
import type { Rings } from './reseal.ts';

const connections = 2;

type DatabaseContext = { database: Database; clocks: Clocks; /** The campaign's id. */ id: string };

/**
 * Opens and checks the database for a command, and closes it afterwards.
 * @throws InaamError if the environment or the database is not suitable
 */
export function withDatabase<Result>(
  context: CommandContext,
  work: (open: DatabaseContext) => Promise<Result>,
): Promise<Result> {
  const config = readOperatorConfig(context.variables);
  return withOpenDatabase(context, config, (open) => work({ ...open, id: config.campaign }));
}

/** The same with the draw's secret, made of both parts. */
export function withDrawSecret<Result>(
  context: CommandContext,
  work: (open: DatabaseContext & { drawSecret: Uint8Array }) => Promise<Result>,
): Promise<Result> {
  const config = readRevealConfig(context.variables);
  const { campaign: id, drawSecret } = config;
  return withOpenDatabase(context, config, (open) => work({ ...open, id, drawSecret }));
}

/** The same with the secrets that are committed to. */
export function withCommittedSecrets<Result>(
  context: CommandContext,
  work: (open: DatabaseContext & { secrets: CommittedSecrets }) => Promise<Result>,
): Promise<Result> {
  const { secrets, ...config } = readCommitConfig(context.variables);
  const id = config.campaign;
  return withOpenDatabase(context, config, (open) => work({ ...open, id, secrets }));
}

/** The same with the keys of voucher codes. */
export function withVoucherKeys<Result>(
  context: CommandContext,
  work: (
    open: DatabaseContext & {
      keys: ReturnType<typeof voucherKeysOf>;
      secrets: Parameters<typeof loaderKeysOf>[0];
    },
  ) => Promise<Result>,
): Promise<Result> {
  const { secrets, ...config } = readVouchersConfig(context.variables);
  const id = config.campaign;
  const keys = voucherKeysOf(secrets, id);
  const loader = { index: secrets.index, voucherPublic: voucherPublicKeyOf(secrets.voucherSeal) };
  return withOpenDatabase(context, config, async (open) => {
    await assertOwnSecrets(open.database, id, secrets, 'seals');
    return work({ ...open, id, keys, secrets: loader });
  });
}

/** The same with the keys of mobile numbers and personal data. */
export function withNumberKeys<Result>(
  context: CommandContext,
  work: (open: DatabaseContext & { keys: ReturnType<typeof numberKeysOf> }) => Promise<Result>,
): Promise<Result> {
  const config = readNumberConfig(context.variables);
  const { campaign: id, secrets } = config;
  const keys = numberKeysOf(secrets, id);
  return withOpenDatabase(context, config, (open) => work({ ...open, id, keys }));
}

/** The same with both key rings. */
export function withRings<Result>(
  context: CommandContext,
  work: (open: DatabaseContext & { rings: Rings }) => Promise<Result>,
): Promise<Result> {
  const config = readKeysConfig(context.variables);
  const { campaign: id, secrets } = config;
  const rings = { SEAL_KEYS: secrets.seal, VOUCHER_SEAL_KEYS: secrets.voucherSeal };
  return withOpenDatabase(context, config, (open) => work({ ...open, id, rings }));
}

/** @throws also WrongSecrets, if the command has others than the campaign began with */
export async function withOpenDatabase<Result>(
  context: CommandContext,
  { databaseUrl, campaign, secrets = {} }: OperatorConfig & { secrets?: OwnSecrets },
  work: (open: Omit<DatabaseContext, 'id'>) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(databaseUrl, connections, 'general', 'inaam_operator');
  try {
    await assertSuitable(database);
    await assertMigrated(database);
    await assertOwnSecrets(database, campaign, secrets);
    const clocks = await context.clocksOf(database);
    try {
      return await work({ database, clocks });
    } finally {
      clocks.stop();
    }
  } finally {
    await database.end();
  }
}
