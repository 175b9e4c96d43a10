import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import type { Database } from '../database/database.ts';
import { withMigratedDatabase, withTemporaryDatabase } from '../simulation/temporary-database.ts';

/**
 * Runs a simulation on a temporary database, never on a campaign's own.
 * @param url the server to create it on; undefined: a PostgreSQL is started for it
 */
export async function withSimulationDatabase<Result>(
  url: string | undefined,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  if (url !== undefined) return withTemporaryDatabase(url, work);
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'inaam-simulation-'));
  const postgres = await startPostgres({ dataFolder, durable: false });
  try {
    return await withMigratedDatabase(postgres.url, work);
  } finally {
    await postgres.discard();
  }
}
