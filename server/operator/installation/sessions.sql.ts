import type { Database, Queryable } from '../../database/database.ts';

/** The programs' sessions in this database, without this one, by login. */
export async function readSessions(
  database: Queryable,
): Promise<{ login: string; isOurs: boolean; sessions: number }[]> {
  const { rows } = await database.query<{ login: string; isOurs: boolean; sessions: number }>(
    `select coalesce(usename, '?') as login, application_name = 'inaam' as "isOurs",
       count(*)::int as sessions
     from pg_stat_activity
     where datname = current_database() and usename is not null and pid <> pg_backend_pid()
     group by 1, 2 order by 1, 2`,
  );
  return rows;
}

export type LongTransaction = { login: string; seconds: number };

/** Transactions for whose end a migration would wait, and prepared ones; the longest first. */
export async function readLongTransactions(
  database: Database,
  seconds: number,
): Promise<LongTransaction[]> {
  const { rows } = await database.query<LongTransaction>(
    `select coalesce(usename, '?') as login,
       extract(epoch from clock_timestamp() - xact_start)::int as seconds
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and xact_start <= clock_timestamp() - $1 * interval '1 second'
     union all
     select owner, extract(epoch from clock_timestamp() - prepared)::int
     from pg_prepared_xacts where database = current_database()
     order by seconds desc`,
    [seconds],
  );
  return rows;
}
