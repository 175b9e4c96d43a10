import type { Connection } from './database.ts';
import { keyLookupSettings } from './key-lookups.ts';

/**
 * Until the end of the transaction: each row is looked up by its key, also by a plan that was made
 * while the tables were small, which would read all of one for a join.
 */
export async function lookUpByKeys(connection: Pick<Connection, 'query'>): Promise<void> {
  await connection.query(keyLookupSettings.map((setting) => `set local ${setting}`).join('; '));
}
