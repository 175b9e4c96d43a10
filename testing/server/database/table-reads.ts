// How many rows PostgreSQL reads for something, by its own statistics.
import type { Database } from '@inaam/server/database/database.ts';

/** A connection reports what it has read a second later or when it ends, unless it is asked to. */
export async function reportReads(pool: Database): Promise<void> {
  const all = Array.from({ length: pool.options.max }, () => pool.connect());
  const connections = await Promise.all(all);
  for (const connection of connections) await connection.query('select pg_stat_force_next_flush()');
  for (const connection of connections) connection.release();
}

async function rowsRead(pools: readonly [Database, ...Database[]]): Promise<Map<string, number>> {
  for (const pool of pools) await reportReads(pool);
  const { rows } = await pools[0].query<{ name: string; read: string }>(
    `select relname as name, seq_tup_read + coalesce(idx_tup_fetch, 0) as read
     from pg_stat_user_tables where schemaname = 'inaam'`,
  );
  return new Map(rows.map(({ name, read }) => [name, Number(read)]));
}

type TableReads = readonly (readonly [table: string, rows: number])[];

/** @param pools whose connections work, the first of them as the database's owner */
export async function readsDuring(
  pools: readonly [Database, ...Database[]],
  work: () => Promise<unknown>,
): Promise<TableReads> {
  const before = await rowsRead(pools);
  await work();
  const after = await rowsRead(pools);
  return [...after].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)]);
}
