import { callbackify } from 'node:util';
import { Pool, type PoolClient } from 'pg';
import { errorCode, InaamError } from '../platform/errors.ts';
import { connectionProblem, isConnectionLost } from './connection-problems.ts';
import { PrimaryClient, prepareSession, type Planning, type Role } from './session.ts';

export type Database = Pool;
export type Connection = PoolClient;
/** A database, or one of its connections. */
export type Queryable = Pick<PoolClient, 'query'>;

const bounds = {
  statementMs: 3000,
  lockMs: 1000,
  idleInTransactionMs: 5000,
  connectMs: 3000,
  /**
   * Longer than any statement may take. Without an answer by then the connection counts as lost,
   * for example after a failover that closed nothing.
   */
  answerMs: 3500,
  /** The kernel probes a connection that only listens at this interval. */
  keepAliveMs: 5000,
} as const;

/**
 * Programs that run for months. The other roles run statements of any length for a waiting person.
 */
const longRunning: ReadonlySet<Role> = new Set([
  'inaam_serve',
  'inaam_deliver',
  'inaam_draw',
  'inaam_console',
]);

class UnsuitableDatabase extends InaamError {
  override name = 'UnsuitableDatabase';
}

/**
 * Connects on the first query.
 * @param url never print it: it may contain a password
 * @param role the role that the connections assume (roles.ts), whichever user logs in; undefined:
 *   that user itself
 */
export function openDatabase(
  url: string,
  connections = 10,
  planning: Planning = 'general',
  role?: Role,
): Database {
  const isPrimary = role !== undefined && longRunning.has(role);
  const { connectionString, options, limits } = readAddress(url);
  const prepare = prepareSession({ role, planning, isPrimary, limits });
  const pool = new Pool({
    connectionString,
    ...(isPrimary ? { Client: PrimaryClient } : {}),
    max: connections,
    connectionTimeoutMillis: bounds.connectMs,
    application_name: 'inaam',
    options: [...options, ...(role ? [`-c role=${role}`] : [])].join(' '),
    verify: callbackify(prepare),
    // Statements are sent without waiting for earlier answers, which arrive in the same order.
    pipeline: planning === 'keyLookups',
    keepAlive: true,
    keepAliveInitialDelayMillis: bounds.keepAliveMs,
    ...(isPrimary ? { query_timeout: bounds.answerMs } : {}),
  });
  closeIdleOnLoss(pool);
  // The pool drops an idle connection that breaks. Without a listener Node would exit; the next
  // query reports the problem.
  pool.on('error', () => undefined);
  // The same for connections in use: `deliver` holds one permanently to listen.
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  pool.on('connect', closeIfUnreplicated);
  return pool;
}

/**
 * Extracts options and limits from the address: `pg` would let its `options` replace ours, and
 * would send limits as start-up parameters, which a pooler may refuse.
 */
function readAddress(url: string) {
  const address = URL.parse(url);
  const take = (name: string) => {
    const value = address?.searchParams.get(name) ?? undefined;
    if (value !== undefined) address?.searchParams.delete(name);
    return value;
  };
  const options = take('options');
  const limits = {
    statement_timeout: take('statement_timeout') ?? bounds.statementMs,
    lock_timeout: take('lock_timeout') ?? bounds.lockMs,
    idle_in_transaction_session_timeout:
      take('idle_in_transaction_session_timeout') ?? bounds.idleInTransactionMs,
  };
  const connectionString = address?.href ?? url;
  return { connectionString, options: options === undefined ? [] : [options], limits };
}

/**
 * A statement that may take longer than others.
 * @param limitMs its `statement_timeout`
 */
export function longStatement(text: string, values: unknown[], limitMs: number) {
  return { text, values, query_timeout: limitMs + bounds.answerMs - bounds.statementMs };
}

/** Runs `work` at READ COMMITTED. Resolves after the commit; only then may the caller answer. */
export function transaction<Result>(
  database: Database,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  return onConnection(database, async (connection) => {
    await connection.query('begin');
    const result = await work(connection);
    await connection.query('commit');
    return result;
  });
}

/** Runs `work`, which begins and commits a transaction; rolls back if it fails. */
export async function onConnection<Result>(
  database: Database,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await database.connect();
  let broken: Error | undefined;
  try {
    return await work(connection);
  } catch (error) {
    // Discard it: the connection may lead to the old primary, which is now a standby.
    if (error instanceof Error && isConnectionLost(error)) broken = error;
    // If the rollback fails the connection is destroyed, because its transaction may still be open.
    await connection.query('rollback').catch((rollbackError: unknown) => {
      broken = rollbackError instanceof Error ? rollbackError : new Error('rollback failed');
    });
    throw error;
  } finally {
    connection.release(broken);
  }
}

const wanted = [
  { setting: 'fsync', value: 'on' },
  { setting: 'full_page_writes', value: 'on' },
  { setting: 'synchronous_commit', value: 'on' },
] as const;

/**
 * Checks version, encoding and durability.
 * @throws UnsuitableDatabase with every problem and its fix
 */
export async function assertSuitable(database: Database, durable = true): Promise<void> {
  const facts = await readFacts(database);
  const problems: string[] = [];
  if (facts.version < 150000) {
    problems.push(`it is version ${Math.floor(facts.version / 10000)}: use PostgreSQL 15 to 18`);
  }
  if (facts.encoding !== 'UTF8') {
    problems.push(
      `its encoding is ${facts.encoding}, which loses names: create the database with ENCODING 'UTF8'`,
    );
  }
  for (const { setting, value } of durable ? wanted : []) {
    const found = facts.settings.get(setting);
    if (found !== value && !(setting === 'synchronous_commit' && found?.startsWith('remote'))) {
      problems.push(
        `${setting} is ${found}, so a crash could lose granted rewards: set ${setting} = ${value}`,
      );
    }
  }
  if (problems.length > 0)
    throw new UnsuitableDatabase(`The database cannot be used: ${problems.join('; ')}.`);
}

async function readFacts(database: Database) {
  let held: Connection | undefined;
  try {
    // Two connections at a time: a pooler that shares sessions would give both the same session.
    if (database.options.max > 1) held = await database.connect();
    const { rows } = await database.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings
       where name in ('server_version_num', 'server_encoding', 'fsync', 'full_page_writes', 'synchronous_commit')`,
    );
    const settings = new Map(rows.map((row) => [row.name, row.setting]));
    return {
      version: Number(settings.get('server_version_num')),
      encoding: settings.get('server_encoding'),
      settings,
    };
  } catch (error) {
    const role = /role=(\w+)$/.exec(database.options.options ?? '')?.[1];
    throw new UnsuitableDatabase(
      connectionProblem(error, role) ??
        `The database cannot be reached (${errorCode(error)}). Check DATABASE_URL, and read the log of PostgreSQL.`,
    );
  } finally {
    held?.release();
  }
}

/** ms */
export async function databaseTime(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ ms: string }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms',
  );
  return Number(rows[0]?.ms);
}

/** Of the database as it was made, and of this system; null: the collation has none. */
export async function readCollationVersions(database: Queryable) {
  const { rows } = await database.query<Record<'recorded' | 'actual', string | null>>(
    `select datcollversion as recorded, pg_database_collation_actual_version(oid) as actual
     from pg_database where datname = current_database()`,
  );
  return { recorded: rows[0]?.recorded ?? null, actual: rows[0]?.actual ?? null };
}

/** Between 0 and 1. Any login can fill it: PostgreSQL has no right on NOTIFY. */
export async function readNotificationUsage(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ usage: number }>(
    'select pg_notification_queue_usage() as usage',
  );
  return rows[0]?.usage ?? 0;
}

/**
 * If a connection breaks or does not answer in time, a failover may have broken the others too.
 * Drops idle ones, so that calls do not time out on each in turn.
 */
function closeIdleOnLoss(pool: Pool): void {
  const idle = new Set<PoolClient>();
  const dropIdle = () => {
    const all = [...idle];
    idle.clear();
    for (const connection of all) {
      // A clean end would wait for an answer; an error makes the pool drop it at once.
      connection.connection.stream.destroy();
      connection.emit('error', new Error('Connection terminated with another one'));
    }
  };
  pool.on('acquire', (connection) => void idle.delete(connection));
  pool.on('release', (error, connection) => {
    if (isConnectionLost(error)) dropIdle();
    else idle.add(connection);
  });
  pool.on('remove', (connection) => void idle.delete(connection));
  pool.on('connect', (connection) => connection.on('error', dropIdle));
}

/** PostgreSQL's messages contain this name in every language. */
const waitForStandby = 'SyncRepWaitForLSN';

/** Has an SQLSTATE of the class of lost connections, so that it is handled as one. */
class UnreplicatedCommit extends Error {
  override name = 'UnreplicatedCommit';
  readonly code = '08007';
}

/**
 * If somebody cancels the wait for a standby, PostgreSQL reports the commit as successful, with a
 * warning, although a failover may lose it. Ends the connection, so that this answer does not
 * count.
 */
function closeIfUnreplicated(connection: PoolClient): void {
  connection.on('notice', ({ routine }) => {
    if (routine !== waitForStandby) return;
    // Immediately, because the answer may be in the same packet.
    connection.connection.emit('error', new UnreplicatedCommit('The commit is not replicated'));
    connection.connection.stream.destroy();
  });
}

/** SQL: a time as a number of ms, null as null. */
export const ms = (column: string): string => `floor(extract(epoch from ${column}) * 1000)::float8`;
