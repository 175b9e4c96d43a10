import type { Connection, Database } from '@inaam/server/database/database.ts';

export type Statement = {
  text: string;
  /** Whether its connection parses and plans it only once. */
  isPrepared: boolean;
};

/** @returns a function that runs `work` and returns the statements sent meanwhile, in order */
export function logStatements(
  database: Database,
): (work: () => Promise<unknown>) => Promise<Statement[]> {
  const sent: Statement[] = [];
  const logged = new WeakSet<Connection>();
  database.on('acquire', (connection) => {
    if (logged.has(connection)) return;
    logged.add(connection);
    const query = connection.query.bind(connection);
    Object.assign(connection, {
      query(...parameters: unknown[]): unknown {
        const statement = statementOf(parameters[0]);
        if (!isOfNewConnection(statement)) sent.push(statement);
        return Reflect.apply(query, connection, parameters);
      },
    });
  });
  return async (work) => {
    const before = sent.length;
    await work();
    return sent.slice(before);
  };
}

/** A connection that has been idle for long is replaced, whatever call comes next. */
const isOfNewConnection = ({ text }: Statement) => text.includes('pg_postmaster_start_time');

/** @param query the first parameter of `query()`: the text, or an object with it */
function statementOf(query: unknown): Statement {
  if (typeof query === 'string') return { text: query, isPrepared: false };
  if (typeof query !== 'object' || query === null || !('text' in query)) {
    throw new Error('Failed to log a statement: it has no text.');
  }
  return { text: String(query.text), isPrepared: 'name' in query && query.name !== undefined };
}
