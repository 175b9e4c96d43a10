import type { Clocks } from '../database/clocks.ts';
import { readOperatorConfig, type OperatorConfig } from './settings/operator-config.ts';
import type { OwnSecrets } from '../platform/secret-checks.ts';
import { assertSuitable, openDatabase, type Database } from '../database/database.ts';
import { assertMigrated } from '../database/schema/applied-migrations.ts';
import { assertOwnSecrets } from '../database/own-secrets.ts';
import type { CommandContext } from './command-context.ts';

const connections = 2;

export type DatabaseContext = {
  database: Database;
  clocks: Clocks;
  /** The campaign's id. */
  id: string;
};

/**
 * Opens and checks the database for a command, and closes it afterwards.
 * @throws InaamError if the environment or the database is not suitable
 */
export const withDatabase = <Result>(
  context: CommandContext,
  work: (open: DatabaseContext) => Promise<Result>,
): Promise<Result> => withOpenDatabase(context, readOperatorConfig(context.variables), work);

/**
 * The same with the settings of this command.
 * @throws also WrongSecrets, if the command has others than the campaign began with
 */
export async function withOpenDatabase<
  Config extends OperatorConfig & { secrets?: OwnSecrets },
  Result,
>(
  context: CommandContext,
  config: Config,
  work: (open: DatabaseContext & Config) => Promise<Result>,
  use: 'opens' | 'seals' = 'opens',
): Promise<Result> {
  const { databaseUrl, campaign, secrets = {} } = config;
  const database = openDatabase(databaseUrl, connections, 'general', 'inaam_operator');
  try {
    await assertSuitable(database);
    await assertMigrated(database);
    await assertOwnSecrets(database, campaign, secrets, use);
    const clocks = await context.clocksOf(database);
    try {
      return await work({ ...config, database, clocks, id: campaign });
    } finally {
      clocks.stop();
    }
  } finally {
    await database.end();
  }
}
