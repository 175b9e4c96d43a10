import {
  onConnection,
  type Connection,
  type Database,
  type Queryable,
} from '@inaam/server/database/database.ts';
import type { Description } from './backup-folder.ts';

export type Content = Pick<Description, 'migration' | 'ledgers'>;

export async function readContent(database: Queryable): Promise<Content> {
  const { rows: migrations } = await database.query<{ name: string }>(
    'select name from inaam.migration order by applied_at desc, name desc limit 1',
  );
  const { rows: ledgers } = await database.query<Content['ledgers'][number]>(
    `select campaign, next_ledger::int as entries, encode(last_hash, 'hex') as head
     from inaam.head order by campaign`,
  );
  return { migration: migrations[0]?.name ?? '', ledgers };
}

/** What `pg_dump` dumps of a snapshot is what was read in it. */
export const withSnapshot = (
  database: Database,
  work: (snapshot: string) => Promise<void>,
): Promise<Content> =>
  onConnection(database, async (connection) => {
    await connection.query('begin isolation level repeatable read read only');
    await connection.query('set local idle_in_transaction_session_timeout = 0');
    const { rows } = await connection.query<{ id: string }>('select pg_export_snapshot() as id');
    await work(rows[0]?.id ?? '');
    const content = await readContent(connection);
    await connection.query('commit');
    return content;
  });

export async function readServer(database: Queryable) {
  const { rows } = await database.query<{
    /** The server's major version. */
    version: number;
    isEmpty: boolean;
    /** Sessions of others in this database. */
    others: number;
    /** The login may run programs, or use files, of the server's machine. */
    isPowerful: boolean;
  }>(
    `select current_setting('server_version_num')::int / 10000 as version,
       to_regnamespace('inaam') is null as "isEmpty",
       (select count(*)::int from pg_stat_activity
         where datname = current_database() and usename is not null and pid <> pg_backend_pid()) as others,
       exists (select from pg_roles where pg_has_role(session_user, oid, 'member')
         and (rolsuper or rolname in ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files'))
       ) as "isPowerful"`,
  );
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL answered nothing');
  return row;
}

export const prepareRestored = (database: Database): Promise<void> =>
  onConnection(database, async (connection) => {
    await connection.query('set statement_timeout = 0');
    await beginFiguresAnew(connection);
    // No statistics describe it yet.
    await connection.query('analyze');
  });

/** In a younger cluster, the transaction ids that figures have counted are still to come. */
async function beginFiguresAnew(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ isAhead: boolean }>(
    `select coalesce(bool_or(
         pg_snapshot_xmax(counted) > pg_snapshot_xmax(pg_current_snapshot())), false) as "isAhead"
     from inaam.figure_progress`,
  );
  if (!rows[0]?.isAhead) return;
  // One transaction.
  await connection.query(`
    update inaam.visit set written = null where written is not null;
    update inaam.message set written = null where written is not null;
    update inaam.delivery set written = null where written is not null;
    delete from inaam.figure_change;
    update inaam.figure_progress set counted = '1:1:'`);
}
