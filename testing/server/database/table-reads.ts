// Counts the rows that PostgreSQL reads, from its statistics.
import type { Database } from '@inaam/server/database/database.ts';

/** A connection reports its reads a second later or when it ends, unless flushed. */
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
