import { openDatabase, type Database } from '@inaam/server/storage/database.ts';
import type { Role } from '@inaam/server/storage/schema/roles.ts';

/** Production's limits are too short on a busy machine. These only end blocked statements. */
export const databaseLimitMs = 60_000;

/**
 * @param url from `testDatabase()`; contains the limits of statements and locks
 * @param role undefined: the owner of everything
 */
export function openTestDatabase(url: string, connections: number, role?: Role): Database {
  const pool = openDatabase(url, connections, 'keyLookups', role);
  pool.options.connectionTimeoutMillis = databaseLimitMs;
  return pool;
}
