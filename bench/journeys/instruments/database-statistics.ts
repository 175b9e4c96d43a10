// PostgreSQL's own statistics: durability, statements, transactions. Read from a separate database,
// so that these queries are not counted.
import { openDatabase, type Database } from '@inaam/server/database/database.ts';
import { parentOf } from './processor-time.ts';

/** `pagesRead`: not found in shared memory. What is logged is that of the whole server. */
type DatabaseCounts = {
  statements: number;
  commits: number;
  pagesRead: number;
  fullPagesLogged: number;
  kilobytesLogged: number;
};

export type Statement = { query: string; calls: number; ms: number };

export type DatabaseStatistics = {
  /** Of the postmaster: its children are the backends. */
  pid: number;
  durability: Record<string, string>;
  counts: (database: string) => Promise<DatabaseCounts>;
  /** The dearest by their time. */
  dearest: (database: string, count: number) => Promise<Statement[]>;
  close: () => Promise<void>;
};

/**
 * @param url of the database that belongs to the bench
 * @throws Error where PostgreSQL is not as durable as in production
 */
export async function openStatistics(url: string): Promise<DatabaseStatistics> {
  const database = openDatabase(url, 1);
  await database.query('create extension if not exists pg_stat_statements schema public');
  const durability = await readDurability(database);
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = await parentOf(rows[0]?.pid ?? -1);
  return {
    pid,
    durability,
    counts: async (name) => {
      const { rows: found } = await database.query<Record<string, string>>(
        `select (select coalesce(sum(calls), 0) from public.pg_stat_statements where dbid = oid) as statements,
           xact_commit as commits, blks_read as "pagesRead",
           wal_fpi as "fullPagesLogged", wal_bytes / 1000 as "kilobytesLogged"
         from pg_database join pg_stat_database on datid = oid cross join pg_stat_wal
         where pg_database.datname = $1`,
        [name],
      );
      const countOf = (name: keyof DatabaseCounts) => Number(found[0]?.[name]);
      return {
        statements: countOf('statements'),
        commits: countOf('commits'),
        pagesRead: countOf('pagesRead'),
        fullPagesLogged: countOf('fullPagesLogged'),
        kilobytesLogged: countOf('kilobytesLogged'),
      };
    },
    dearest: async (name, count) => {
      const { rows: found } = await database.query<{ query: string; calls: string; ms: number }>(
        `select regexp_replace(query, '\\s+', ' ', 'g') as query, calls, total_exec_time as ms
         from public.pg_stat_statements where dbid = (select oid from pg_database where datname = $1)
         order by total_exec_time desc limit $2`,
        [name, count],
      );
      return found.map((row) => ({ ...row, calls: Number(row.calls) }));
    },
    close: () => database.end(),
  };
}

const durable = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

async function readDurability(database: Database): Promise<Record<string, string>> {
  const settings: Record<string, string> = {};
  for (const name of durable) {
    const { rows } = await database.query<Record<string, string>>(`show ${name}`);
    settings[name] = rows[0]?.[name] ?? '';
    if (settings[name] !== 'on') {
      throw new Error(`Failed to measure: ${name} is ${settings[name]}. It must be on.`);
    }
  }
  return settings;
}
