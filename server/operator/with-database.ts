// The database that a command works on: opened, checked, and closed again whatever happens. Holds no query.
import type { Clocks } from '../time/clocks.ts';
import {
  readDrawConfig,
  readOperatorConfig,
  readVouchersConfig,
  type DatabaseConfig,
} from '../config.ts';
import { deliveryKeysOf } from '../keys/keys.ts';
import { assertSuitable, openDatabase, type Database } from '../storage/database.ts';
import { assertMigrated } from '../storage/migrate.ts';
import type { CommandContext } from './command-context.ts';

const connections = 2;

type DatabaseContext = { database: Database; clocks: Clocks; /** The campaign's id. */ id: string };

/** @throws what the operator must mend first, as a sentence */
export function withDatabase<Result>(
  context: CommandContext,
  work: (tools: DatabaseContext) => Promise<Result>,
): Promise<Result> {
  const config = readOperatorConfig(context.variables);
  return opened(context, config, (tools) => work({ ...tools, id: config.campaign }));
}

/** The same with the draw's secret at hand. */
export function withDrawSecret<Result>(
  context: CommandContext,
  work: (tools: DatabaseContext & { drawSecret: Uint8Array }) => Promise<Result>,
): Promise<Result> {
  const config = readDrawConfig(context.variables);
  const { campaign: id, drawSecret } = config;
  return opened(context, config, (tools) => work({ ...tools, id, drawSecret }));
}

/** The same with the keys of numbers and voucher codes at hand. */
export function withVoucherKeys<Result>(
  context: CommandContext,
  work: (tools: DatabaseContext & { keys: ReturnType<typeof deliveryKeysOf> }) => Promise<Result>,
): Promise<Result> {
  const config = readVouchersConfig(context.variables);
  const { campaign: id, secrets } = config;
  const keys = deliveryKeysOf(secrets, id);
  return opened(context, config, (tools) => work({ ...tools, id, keys }));
}

async function opened<Result>(
  context: CommandContext,
  { databaseUrl }: DatabaseConfig,
  work: (tools: Omit<DatabaseContext, 'id'>) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(databaseUrl, connections);
  try {
    await assertSuitable(database);
    await assertMigrated(database);
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
