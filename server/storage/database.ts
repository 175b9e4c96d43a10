// The pool of connections, short transactions, and what a PostgreSQL must be before money is
// entrusted to it. Holds no query of the product's own: those stand one file per matter beside this
// one.
import { Pool, type PoolClient } from 'pg';
import { InaamError } from '../errors.ts';

export type Database = Pool;
export type Connection = PoolClient;

/** Times that bound what one statement may hold up (milliseconds). */
const bounds = {
  statementMs: 3000,
  lockMs: 1000,
  idleInTransactionMs: 5000,
  connectMs: 3000,
} as const;

/**
 * A PostgreSQL that cannot be used; `message` says why and what to do. Not thrown for a failing
 * query.
 */
class UnsuitableDatabase extends InaamError {
  override name = 'UnsuitableDatabase';
}

/**
 * Opens a pool. Nothing is connected until the first query.
 * @param url `postgres://…`; never printed, it may hold a password.
 */
export function openDatabase(url: string, connections = 10): Database {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: bounds.connectMs,
    statement_timeout: bounds.statementMs,
    lock_timeout: bounds.lockMs,
    idle_in_transaction_session_timeout: bounds.idleInTransactionMs,
    application_name: 'inaam',
    keepAlive: true,
  });
  // An idle connection that breaks (the server restarts) is dropped by the pool; without a listener
  // Node would end the process over it. The next query says what is wrong to whoever asked.
  pool.on('error', () => undefined);
  // The same for one that breaks in somebody's hand: jobs are listened for on two that are held for
  // good.
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  return pool;
}

/**
 * Runs `work` in one transaction at READ COMMITTED and commits it. An answer may leave only after
 * this promise has resolved: it resolves after the commit.
 */
export async function transaction<Result>(
  database: Database,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await database.connect();
  let broken: Error | undefined;
  try {
    await connection.query('begin');
    const result = await work(connection);
    await connection.query('commit');
    return result;
  } catch (error) {
    // A connection on which even the rollback fails is thrown away: it may still hold the
    // transaction.
    await connection.query('rollback').catch((fault: unknown) => {
      broken = fault instanceof Error ? fault : new Error('rollback failed');
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
 * Checks that this PostgreSQL may hold promises of money: version, encoding, durability.
 * @throws UnsuitableDatabase with one sentence that names every fault and its mend
 */
export async function assertSuitable(database: Database, durable = true): Promise<void> {
  const facts = await readFacts(database);
  const faults: string[] = [];
  if (facts.version < 180000) {
    faults.push(`it is version ${Math.floor(facts.version / 10000)}: use PostgreSQL 18 or later`);
  }
  if (facts.encoding !== 'UTF8') {
    faults.push(
      `its encoding is ${facts.encoding}, which loses names: create the database with ENCODING 'UTF8'`,
    );
  }
  for (const { setting, value } of durable ? wanted : []) {
    const found = facts.settings.get(setting);
    if (found !== value && !(setting === 'synchronous_commit' && found?.startsWith('remote'))) {
      faults.push(
        `${setting} is ${found}, so a crash could lose granted rewards: set ${setting} = ${value}`,
      );
    }
  }
  if (faults.length > 0)
    throw new UnsuitableDatabase(`The database cannot be used: ${faults.join('; ')}.`);
}

async function readFacts(database: Database) {
  try {
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
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    throw new UnsuitableDatabase(
      `The database cannot be reached (${code}). Check DATABASE_URL, that PostgreSQL is running, and that this machine may connect to it.`,
    );
  }
}

/** The database's own time, in ms since 1970. */
export async function databaseTime(database: Database): Promise<number> {
  const { rows } = await database.query<{ ms: string }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms',
  );
  return Number(rows[0]?.ms);
}
