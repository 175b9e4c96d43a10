import { openDatabase, type Database } from '@inaam/server/storage/database.ts';

/** Production's limits are too short on a busy machine. These only end blocked statements. */
export const databaseLimitMs = 60_000;

/** @param url from `testDatabase()`; contains the limits of statements and locks */
export function openTestDatabase(url: string, connections: number): Database {
  const pool = openDatabase(url, connections, 'keyLookups');
  pool.options.connectionTimeoutMillis = databaseLimitMs;
  return pool;
}
