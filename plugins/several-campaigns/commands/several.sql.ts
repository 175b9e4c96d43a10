import type { Queryable } from '@inaam/server/database/database.ts';

/** How many connections PostgreSQL gives to those who are no superuser. */
export async function readConnectionsMax(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ max: number }>(
    `select current_setting('max_connections')::integer
       - current_setting('superuser_reserved_connections')::integer as max`,
  );
  return rows[0]?.max ?? 0;
}
