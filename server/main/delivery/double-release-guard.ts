// graphile-worker 0.17.3 releases its listening client twice if the connection breaks while workers
// stop; the second release throws in pg and would end the process.
import type { Connection, Database } from '../../database/database.ts';

type Release = (destroy?: boolean | Error) => void;
/** pg passes no `release` if no connection became free in time, contrary to its type. */
type OnConnect = (
  error: Error | undefined,
  client: Connection | undefined,
  release: Release | undefined,
) => void;

export function guardDoubleRelease(database: Database): Database {
  const connect = (onConnect?: OnConnect): Promise<Connection> | undefined => {
    if (!onConnect) return database.connect();
    const guarded: OnConnect = (error, client, release) =>
      onConnect(error, client, release && once(release));
    database.connect(guarded);
    return undefined;
  };
  return new Proxy(database, {
    get(pool, name) {
      if (name === 'connect') return connect;
      const value: unknown = Reflect.get(pool, name, pool);
      return typeof value === 'function' ? value.bind(pool) : value;
    },
  });
}

function once(release: Release): Release {
  let released = false;
  return (destroy) => {
    if (released) return;
    released = true;
    release(destroy);
  };
}
