import type { Connection } from '../database.ts';

/**
 * Until the end of the transaction: each row is looked up by its key, also by a plan that was made
 * while the tables were small, which would read all of one for a join.
 */
export async function lookUpByKeys(connection: Pick<Connection, 'query'>): Promise<void> {
  await connection.query(
    'set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off',
  );
}
