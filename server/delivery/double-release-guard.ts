// The pool as graphile-worker is given it. Where a connection breaks while its pool of workers is ending, it releases
// its listening client twice (0.17.3), and the rejection that follows would end the process: here the second release
// does nothing. Everything else is the pool's own.
import type { Connection, Database } from '../storage/database.ts';

type Release = (destroy?: boolean | Error) => void;
type OnConnect = (
  error: Error | undefined,
  client: Connection | undefined,
  release: Release,
) => void;

/** The same pool, whose clients may be released more than once. */
export function guardDoubleRelease(database: Database): Database {
  const connect = (onConnect?: OnConnect): Promise<Connection> | undefined => {
    if (!onConnect) return database.connect();
    database.connect((error, client, release) => onConnect(error, client, once(release)));
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
