import { openDatabase, type Database } from '@inaam/server/storage/database.ts';

/** Production's limits are a few seconds, which a busy machine reaches. These only end what hangs. */
export const databaseLimitMs = 60_000;

/**
 * `openDatabase` that waits longer for a connection. The limits of statements and locks are in the URL.
 * @param url from `testDatabase()`
 */
export function openTestDatabase(url: string, connections: number): Database {
  const pool = openDatabase(url, connections);
  pool.options.connectionTimeoutMillis = databaseLimitMs;
  return pool;
}
