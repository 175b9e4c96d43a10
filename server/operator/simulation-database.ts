// The database that a simulation plays on: a PostgreSQL of its own, or an own database on the server it was given. Gone
// afterwards, whatever happens; a campaign's own database is never played on.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import type { Database } from '../storage/database.ts';
import { withMigratedDatabase, withTemporaryDatabase } from '../simulation/temporary-database.ts';

/** @param url a server to make the database on; undefined: the PostgreSQL of the packages is started */
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
