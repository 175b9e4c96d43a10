// What each new connection sets and verifies before it is used, whatever the server, the database,
// the user or a pooler have set: one statement, and no cost per call.
import { type ClientBase, Client, type ClientConfig } from 'pg';
import { InaamError } from '../platform/errors.ts';

/** Of the database: each program has its own (`schema/roles.ts`). */
export const roles = [
  'inaam_serve',
  'inaam_deliver',
  'inaam_operator',
  /** Reads only the ledger and the commitment, and says that it runs and what it has checked. */
  'inaam_draw',
  'inaam_console',
  /** Used by the console for uploads: adds codes to the stock and can read none. */
  'inaam_loader',
  /** For people who check the books with SQL. */
  'inaam_audit',
] as const;

export type Role = (typeof roles)[number];

/**
 * Planner settings for statements that find every row by its key, with plans made while tables were
 * small. They leave an index scan with the whole key. A bitmap would contain all rows of the
 * campaign, and a join would compare all of them. Only rows have a cost: otherwise an index that an
 * old snapshot has bloated would seem too expensive, and the planner would read all of the table.
 * Sorts are allowed: before version 17, PostgreSQL would otherwise read all rows of the campaign in
 * index order to lock a few of them in order.
 */
export const keyLookupSettings = [
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'enable_material=off',
  'cpu_tuple_cost=1',
  'random_page_cost=0',
  'seq_page_cost=0',
] as const;

/**
 * `keyLookups`: for statements that find every row by its key. They are planned once, for tables of
 * any size, because a plan made while a table was small would later read all of it.
 */
export type Planning = 'general' | 'keyLookups';

const settings = [
  'search_path=pg_catalog, pg_temp',
  'client_encoding=UTF8',
  'DateStyle=ISO, YMD',
  'IntervalStyle=postgres',
  'TimeZone=UTC',
  'bytea_output=hex',
  'extra_float_digits=1',
  'standard_conforming_strings=on',
  'array_nulls=on',
  'transform_null_equals=off',
  'row_security=on',
  'exit_on_error=off',
  // A warning reports that a commit is not replicated (end-unreplicated.ts).
  'client_min_messages=notice',
  'default_transaction_isolation=read committed',
  'default_transaction_read_only=off',
  'default_transaction_deferrable=off',
  // Listening connections are idle, and a migration takes its time.
  'idle_session_timeout=0',
  'transaction_timeout=0',
  // No statement is worth compiling. Plans without `enable_…` have so high a cost that PostgreSQL
  // would compile each, which takes many times as long as running it.
  'jit=off',
] as const;

const plannings: Readonly<Record<Planning, readonly string[]>> = {
  general: [],
  keyLookups: [
    ...keyLookupSettings,
    'plan_cache_mode=force_generic_plan',
    'enable_indexscan=on',
    'enable_indexonlyscan=on',
    'enable_nestloop=on',
    'enable_sort=on',
  ],
};

/** Has the code of a lost connection, because another connection may be suitable. */
class UnsuitableSession extends InaamError {
  override name = 'UnsuitableSession';
  readonly code = '08004';
}

export type Session = {
  role: Role | undefined;
  planning: Planning;
  isPrimary: boolean;
  /** ms, by the name of the setting */
  limits: Readonly<Record<string, number | string>>;
};

/** Skips settings that this version of PostgreSQL does not have. */
const prepare = `
  select current_user as acting, session_user as login,
    pg_catalog.current_setting('session_replication_role') as replication,
    pg_catalog.pg_is_in_recovery() as standby,
    pg_catalog.pg_backend_pid() as pid,
    pg_catalog.date_part('epoch', pg_catalog.pg_postmaster_start_time())::pg_catalog.text as started,
    array(
      select pg_catalog.set_config(name, value, false)
      from rows from (pg_catalog.unnest($1::pg_catalog.text[]), pg_catalog.unnest($2::pg_catalog.text[]))
        as wanted (name, value)
      where pg_catalog.current_setting(name, true) is not null) as found`;

type Found = {
  acting: string;
  login: string;
  replication: string;
  standby: boolean;
  pid: number;
  started: string;
};

const patienceMs = 3000;

/** The PostgreSQL sessions of all connections of this process. */
const sessions = new Set<string>();

/**
 * @returns a function that prepares a new connection. It rejects if the connection cannot be used:
 *   with UnsuitableSession, or on a standby with OnStandby
 */
export function prepareSession({ role, planning, isPrimary, limits }: Session) {
  const wanted = [...settings, ...plannings[planning]].map((setting) => setting.split('=', 2));
  const names = [...wanted.map(([name]) => name), ...Object.keys(limits)];
  const values = [...wanted.map(([, value]) => value), ...Object.values(limits).map(String)];
  const statement = { text: prepare, values: [names, values], query_timeout: patienceMs };
  return async (client: ClientBase): Promise<void> => {
    const { rows } = await client.query<Found>(statement);
    const [found] = rows;
    if (!found) throw new Error('Failed to prepare a connection: no answer.');
    if (isPrimary && found.standby) throw new OnStandby('The server is a standby');
    const session = `${found.pid} ${found.started}`;
    const problem = sessions.has(session) ? sharedSession : problemOf(found, role);
    if (problem !== undefined) throw new UnsuitableSession(problem);
    sessions.add(session);
    client.once('end', () => sessions.delete(session));
  };
}

const sharedSession =
  'Two open connections have the same session of PostgreSQL: a pooler reassigns sessions after each transaction, and role and limits with them. Set its pool_mode to session ("A pooler" in docs/run/several-machines.md).';

function problemOf({ acting, login, replication }: Found, role?: Role): string | undefined {
  if (role !== undefined && acting !== role) {
    return `The connection acts as ${acting} and not as ${role}: a pooler on the way drops the start-up parameter \`options\`, which names the role. Let it pass \`options\` on. If it cannot, as PgBouncer, give this program a user that begins in its role: alter role ${login} set role = ${role} ("A pooler" in docs/run/several-machines.md).`;
  }
  if (replication !== 'origin') {
    return `session_replication_role is ${replication}, with which no trigger guards what is written. Run: alter role ${login} reset session_replication_role; if it stays, the same for the database (alter database … reset …), or in postgresql.conf.`;
  }
  return undefined;
}

/** Has the code of a write that a standby refuses, which is handled as a lost connection. */
class OnStandby extends Error {
  override name = 'OnStandby';
  readonly code = '25006';
}

/**
 * Refuses to connect to a standby. After a failover the old primary may be one, and may show
 * commits that the new primary never got. PostgreSQL reports its state at each connect, and when it
 * changes.
 */
export class PrimaryClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    const { connection } = this;
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName !== 'in_hot_standby' || parameterValue !== 'on') return;
      connection.emit('error', new OnStandby('The server is a standby'));
      connection.stream.destroy();
    });
  }
}
