import { onConnection, type Connection, type Database, type Queryable } from './database.ts';
import { keyLookupSettings } from './session.ts';

const limitSeconds = 120;
/**
 * Time limit of a command that reads whole tables. A million shoppers take half a minute of one
 * core.
 */
const wholeTablesSeconds = 1800;

/**
 * Runs long queries beside the running product: in one snapshot, so that the figures agree; on one
 * core; with a time limit; without locks that anybody waits for; and without write privileges.
 */
export function readOnly<Result>(
  database: Database,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  return onConnection(database, async (connection) => {
    await beginReading(connection, limitSeconds);
    const result = await work(connection);
    await connection.query('commit');
    return result;
  });
}

async function beginReading(connection: Connection, seconds: number): Promise<void> {
  await connection.query('begin isolation level repeatable read read only');
  await setForTransaction(connection, [
    `statement_timeout=${seconds}s`,
    `idle_in_transaction_session_timeout=${limitSeconds}s`,
    'max_parallel_workers_per_gather=0',
    'work_mem=64MB',
  ]);
}

async function setForTransaction(connection: Queryable, settings: readonly string[]) {
  const pairs = settings.map((setting) => setting.split('=', 2));
  await connection.query(
    'select set_config(name, value, true) from unnest($1::text[], $2::text[]) as wanted (name, value)',
    [pairs.map(([name]) => name), pairs.map(([, value]) => value)],
  );
}

/** The row of a statement that always gives one, such as a count. */
export function onlyRow<Row>({ rows: [row] }: { rows: readonly Row[] }): Row {
  if (row === undefined) throw new Error('A statement that always gives a row gave none.');
  return row;
}

/** Wall times in ms; `until` is excluded. `campaignAheadMs`: the difference of the two clocks. */
export type Period = { from: number; until: number; campaignAheadMs: number };

/** `$1` campaign, `$2` from, `$3` until, `$4` how far the campaign's clock is ahead. */
export type Exported = {
  columns: Readonly<Record<string, string>>;
  /** The column that the period applies to. */
  at: string;
  from: string;
};

const pageRows = 2000;

/** Yields a statement's rows page by page, from one snapshot and with limited memory. */
export async function* readPages(
  database: Database,
  statement: string,
  values: readonly unknown[],
): AsyncGenerator<Readonly<Record<string, unknown>>[], void, undefined> {
  const connection = await database.connect();
  let failure: Error | undefined;
  try {
    await beginReading(connection, wholeTablesSeconds);
    await connection.query(`declare page no scroll cursor for ${statement}`, [...values]);
    for (;;) {
      const { rows } = await connection.query<Record<string, unknown>>(
        `fetch ${pageRows} from page`,
      );
      if (rows.length === 0) break;
      yield rows;
    }
  } catch (error) {
    failure = error instanceof Error ? error : new Error('reading failed');
    throw error;
  } finally {
    // Nothing was written, so there is nothing to commit. A failed connection is not reused.
    if (!failure) await connection.query('rollback');
    connection.release(failure);
  }
}

/**
 * For statements that read whole tables, until the end of the transaction. Without statistics the
 * planner mistakes large tables for small ones and joins them in nested loops: 10,000 messages by
 * 10,000 rewards took a minute.
 */
export async function joinWholeTables(connection: Queryable): Promise<void> {
  await setForTransaction(connection, [
    'enable_nestloop=off',
    ...['hashjoin', 'mergejoin', 'seqscan', 'bitmapscan', 'material', 'sort'].map(
      (name) => `enable_${name}=on`,
    ),
  ]);
}

/**
 * Looks up each row by its key until the end of the transaction. A plan made while the tables were
 * small would read a whole table for a join.
 */
export async function lookUpByKeys(connection: Queryable): Promise<void> {
  await setForTransaction(connection, keyLookupSettings);
}
