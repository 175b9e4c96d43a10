import type { Connection, Database, Queryable } from '../../database/database.ts';

export type ServerFacts = {
  /** As 150013. */
  version: number;
  /** Its login may take a base backup. */
  replicates: boolean;
  /** Its login may copy the files itself. */
  isSuperuser: boolean;
  /** The data folder on the server's machine; null: this login may not know. */
  dataFolder: string | null;
  tablespaces: number;
  /** The first eight digits of a file of the write-ahead log; null: on a standby. */
  timeline: string | null;
  database: string;
  /** The user that PostgreSQL was made with. */
  superuser: string;
};

export async function readServerFacts(database: Queryable): Promise<ServerFacts> {
  const { rows } = await database.query<ServerFacts>(
    `select current_setting('server_version_num')::int as version,
       rolsuper or rolreplication as replicates, rolsuper as "isSuperuser",
       (select setting from pg_settings where name = 'data_directory') as "dataFolder",
       (select count(*)::int from pg_tablespace where spcname !~ '^pg_') as tablespaces,
       case when not pg_is_in_recovery()
         then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline,
       current_database() as database, pg_get_userbyid(10) as superuser
     from pg_roles where rolname = session_user`,
  );
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL does not know its own user');
  return row;
}

export type LedgerFacts = {
  /** The newest migration that was applied; null: Inaam is not installed in this database. */
  migration: string | null;
  heads: { campaign: string; entries: number; hash: string }[];
};

/** Where each campaign's ledger ends. */
export async function readLedgerFacts(database: Queryable): Promise<LedgerFacts> {
  const { rows: there } = await database.query<{ found: boolean }>(
    `select to_regclass('inaam.migration') is not null and to_regclass('inaam.head') is not null as found`,
  );
  if (there[0]?.found !== true) return { migration: null, heads: [] };
  const { rows: migrations } = await database.query<{ name: string }>(
    'select name from inaam.migration order by number desc limit 1',
  );
  const { rows: heads } = await database.query<LedgerFacts['heads'][number]>(
    `select campaign, next_ledger::int as entries, encode(last_hash, 'hex') as hash
     from inaam.head order by campaign`,
  );
  return { migration: migrations[0]?.name ?? null, heads };
}

/** How much of the write-ahead log the server keeps for `--follow`; undefined: there is no slot. */
export async function readSlot(
  database: Queryable,
  slot: string,
): Promise<{ isActive: boolean; keptBytes: number } | undefined> {
  const { rows } = await database.query<{ isActive: boolean; keptBytes: string | null }>(
    `select active as "isActive",
       (case when not pg_is_in_recovery()
         then pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) end)::bigint as "keptBytes"
     from pg_replication_slots where slot_name = $1`,
    [slot],
  );
  return rows[0] && { ...rows[0], keptBytes: Number(rows[0].keptBytes ?? 0) };
}

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

/** Whether anything was ever created in the database. */
export async function isEmptyDatabase(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ found: boolean }>(
    `select exists (select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
         where nspname !~ '^pg_' and nspname <> 'information_schema')
       or exists (select from pg_namespace
         where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')) as found`,
  );
  return rows[0]?.found === false;
}

/**
 * A dump in a younger cluster: its transaction ids, by which figures know what was counted, are
 * still to come there.
 */
export async function beginFiguresAnew(connection: Connection): Promise<void> {
  const { rows: there } = await connection.query<{ found: string | null }>(
    `select to_regclass('inaam.figure_progress')::text as found`,
  );
  if (there[0]?.found === null) return;
  const { rows } = await connection.query<{ isAhead: boolean }>(
    `select coalesce(bool_or(
         pg_snapshot_xmax(counted) > pg_snapshot_xmax(pg_current_snapshot())), false) as "isAhead"
     from inaam.figure_progress`,
  );
  if (rows[0]?.isAhead !== true) return;
  await connection.query(`
    set local statement_timeout = 0;
    update inaam.visit set written = null where written is not null;
    update inaam.message set written = null where written is not null;
    update inaam.delivery set written = null where written is not null;
    delete from inaam.figure_change;
    update inaam.figure_progress set counted = '1:1:'`);
}

/** Keeps the log that the copy needs, until the connection ends. */
export async function beginCopy(connection: Connection): Promise<void> {
  await connection.query('set statement_timeout = 0');
  await connection.query(
    `select pg_create_physical_replication_slot('inaam_copy_' || pg_backend_pid(), true, true)`,
  );
  await connection.query(`select pg_backup_start('inaam', true)`);
}

export type CopyEnd = { label: string; stop: string; start: string; first: string; last: string };

export async function endCopy(connection: Connection): Promise<CopyEnd> {
  const { rows: ended } = await connection.query<{ stop: string; label: string }>(
    'select lsn::text as stop, labelfile as label from pg_backup_stop(false)',
  );
  const { stop = '', label = '' } = ended[0] ?? {};
  const [, start = ''] = /^START WAL LOCATION: (\S+)/.exec(label) ?? [];
  const { rows } = await connection.query<{ first: string; last: string }>(
    'select pg_walfile_name($1::pg_lsn) as first, pg_walfile_name($2::pg_lsn) as last',
    [start, stop],
  );
  const { first = '', last = '' } = rows[0] ?? {};
  return { label, stop, start, first, last };
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

/** When the last transaction was committed that the recovery replayed, ms; null: there was none. */
export async function readRecoveredTo(database: Queryable): Promise<number | null> {
  const { rows } = await database.query<{ at: Date | null }>(
    'select pg_last_xact_replay_timestamp() as at',
  );
  return rows[0]?.at?.getTime() ?? null;
}

/** Settings of a recovery that came with the backup would guide the next one. */
export async function forgetRecovery(database: Database): Promise<void> {
  for (const setting of [
    'restore_command',
    'recovery_target_time',
    'recovery_target_action',
    'synchronous_standby_names',
  ]) {
    await database.query(`alter system reset ${setting}`);
  }
}
