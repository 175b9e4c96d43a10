import { onConnection, type Connection, type Database } from '../database.ts';

const limitSeconds = 120;

/**
 * Runs long readings beside the running product: one snapshot, so that the figures agree with one
 * another; one core, a time limit, no lock that anybody waits for, and nothing can be written.
 */
export function readOnly<Result>(
  database: Database,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  return onConnection(database, async (connection) => {
    await connection.query('begin isolation level repeatable read read only');
    await connection.query(
      `set local statement_timeout = '${limitSeconds}s';
       set local idle_in_transaction_session_timeout = '${limitSeconds}s';
       set local max_parallel_workers_per_gather = 0;
       set local work_mem = '64MB'`,
    );
    const result = await work(connection);
    await connection.query('commit');
    return result;
  });
}

/** Wall times in ms; `until` itself is left out. `campaignAheadMs`: of the two clocks. */
export type Period = { from: number; until: number; campaignAheadMs: number };

/** The Indian day of a column, by the campaign's clock; `$n` is `campaignAheadMs`. */
export const dayOf = (column: string, parameter: string) =>
  `to_char((${column} + ${parameter} * interval '1 ms') at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`;
