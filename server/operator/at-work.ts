// The database that a command works on: opened, checked, and closed again whatever happens. Holds no query.
import type { Clocks } from '../time/clocks.ts';
import {
  readDrawConfig,
  readOperatorConfig,
  readVouchersConfig,
  type DatabaseConfig,
} from '../config.ts';
import { deliveryKeysOf } from '../keys/keys.ts';
import { assertFit, openDatabase, type Database } from '../storage/database.ts';
import { assertMigrated } from '../storage/migrate.ts';
import type { Desk } from './desk.ts';

const connections = 2;

type AtWork = { database: Database; clocks: Clocks; /** The campaign's id. */ id: string };

/** @throws what the operator must mend first, as a sentence */
export function atWork<Result>(
  desk: Desk,
  work: (tools: AtWork) => Promise<Result>,
): Promise<Result> {
  const config = readOperatorConfig(desk.variables);
  return opened(desk, config, (tools) => work({ ...tools, id: config.campaign }));
}

/** The same with the draw's secret at hand. */
export function atDraw<Result>(
  desk: Desk,
  work: (tools: AtWork & { drawSecret: Uint8Array }) => Promise<Result>,
): Promise<Result> {
  const config = readDrawConfig(desk.variables);
  const { campaign: id, drawSecret } = config;
  return opened(desk, config, (tools) => work({ ...tools, id, drawSecret }));
}

/** The same with the keys of numbers and voucher codes at hand. */
export function atStock<Result>(
  desk: Desk,
  work: (tools: AtWork & { keys: ReturnType<typeof deliveryKeysOf> }) => Promise<Result>,
): Promise<Result> {
  const config = readVouchersConfig(desk.variables);
  const { campaign: id, secrets } = config;
  const keys = deliveryKeysOf(secrets, id);
  return opened(desk, config, (tools) => work({ ...tools, id, keys }));
}

async function opened<Result>(
  desk: Desk,
  { databaseUrl }: DatabaseConfig,
  work: (tools: Omit<AtWork, 'id'>) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(databaseUrl, connections);
  try {
    await assertFit(database);
    await assertMigrated(database);
    const clocks = await desk.clocksOf(database);
    try {
      return await work({ database, clocks });
    } finally {
      clocks.stop();
    }
  } finally {
    await database.end();
  }
}
