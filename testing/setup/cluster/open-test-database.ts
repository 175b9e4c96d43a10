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
  // On a busy machine a test takes longer than a connection may rest, and a new one costs more.
  pool.options.idleTimeoutMillis = 0;
  return pool;
}
