import { openDatabase, type Database } from '@inaam/server/storage/database.ts';

/**
 * Production's limits of a few seconds are too short on a busy machine. These only end what hangs.
 */
export const databaseLimitMs = 60_000;

/**
 * Like `openDatabase`, but waits longer for a connection.
 * @param url from `testDatabase()`, contains the limits of statements and locks
 */
export function openTestDatabase(url: string, connections: number): Database {
  const pool = openDatabase(url, connections);
  pool.options.connectionTimeoutMillis = databaseLimitMs;
  return pool;
}
