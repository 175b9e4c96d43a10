import type { Connection } from './database.ts';

/**
 * For statements that read whole tables, until the end of the transaction. Without statistics the
 * planner mistakes large tables for small ones and joins them in nested loops: 10,000 messages by
 * 10,000 rewards took a minute.
 */
export async function joinWholeTables(connection: Pick<Connection, 'query'>): Promise<void> {
  await connection.query(
    `set local enable_nestloop = off; set local enable_hashjoin = on; set local enable_mergejoin = on;
     set local enable_seqscan = on; set local enable_bitmapscan = on; set local enable_material = on;
     set local enable_sort = on`,
  );
}
