import type { QueryConfig } from 'pg';
import { onConnection, type Connection, type Database } from '../database.ts';

export type Decision<Result> = {
  result: Result;
  /**
   * One statement, so that the transaction takes two round trips. Undefined if nothing changes:
   * then rows that were created only to lock them are rolled back.
   */
  write: QueryConfig | undefined;
};

/**
 * A READ COMMITTED transaction that holds its locks as briefly as possible: `lock` is sent together
 * with `begin`, and the write together with `commit`. If the write fails, PostgreSQL rolls back
 * instead of committing. Resolves after the commit; only then may the caller answer.
 * @param lock sends one statement before it awaits anything
 */
export function lockThenWrite<Locked, Result>(
  database: Database,
  lock: (connection: Connection) => Promise<Locked>,
  decide: (locked: Locked) => Decision<Result>,
): Promise<Result> {
  return onConnection(database, async (connection) => {
    const [, locked] = await sentTogether(connection, () =>
      Promise.all([connection.query('begin'), lock(connection)]),
    );
    const { result, write } = decide(locked);
    await sentTogether(connection, () =>
      Promise.all(
        write
          ? [connection.query(write), connection.query('commit')]
          : [connection.query('rollback')],
      ),
    );
    return result;
  });
}

function sentTogether<Answer>({ connection }: Connection, send: () => Answer): Answer {
  connection.stream.cork();
  try {
    return send();
  } finally {
    connection.stream.uncork();
  }
}
