import { openDatabase, type Database } from '@inaam/server/database/database.ts';
import type { Role } from '@inaam/server/database/schema/roles.ts';

/** Production's limits are too short on a busy machine. These only end blocked statements. */
export const databaseLimitMs = 60_000;

/**
 * @param url from `testDatabase()`; contains the limits of statements and locks
 * @param role undefined: the owner of everything
 */
export function openTestDatabase(url: string, connections: number, role?: Role): Database {
  const pool = openDatabase(url, connections, 'keyLookups', role);
  pool.options.connectionTimeoutMillis = databaseLimitMs;
  // On a busy machine tests outlast the idle limit of a connection, and a new one costs more.
  pool.options.idleTimeoutMillis = 0;
  return pool;
}

/**
 * Under `npm run drill -- postgresql-15`. Until version 16, PostgreSQL plans look-ups by many keys
 * in an empty table as a scan of the whole campaign, and keeps that plan until the table is
 * analysed (docs/reference/settings.md).
 */
export const isOlderPostgres = process.env['TEST_POSTGRESQL_URL'] !== undefined;

/** The address of a test database without the tests' long limits. */
export function productionLimits(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const limits = Array.from(url.searchParams.keys()).filter((name) => name.endsWith('_timeout'));
  for (const name of limits) url.searchParams.delete(name);
  return url.href;
}
