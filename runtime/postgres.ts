// The PostgreSQL that comes with the packages: started for the app, gone with it, its data kept. One app at a time has
// a data folder. It listens on a socket file only, never on the network, and never touches a server it did not start.
import { rm, rmdir } from 'node:fs/promises';
import { ensureCluster, clusterMarker, database, superuser } from './postgres-cluster.ts';
import { findBinaries } from './postgres-binaries.ts';
import { findPlace } from './postgres-place.ts';
import type { Place } from './postgres-place.ts';
import { isAlive, readPostmaster } from './postgres-process.ts';
import { startServer } from './postgres-server.ts';
import { keepFresh, makePrivate, shortHash } from './private-folder.ts';
import { acquireProcessLock } from './process-lock.ts';
import type { ProcessLock } from './process-lock.ts';

export type EmbeddedPostgres = {
  /** The database `inaam`, empty on the first start: for `pg`, and for psql too. */
  readonly url: string;
  /** Another database of the same server, there or not. */
  readonly urlOf: (database: string) => string;
  /** The folder asked for, by its real path. */
  readonly dataFolder: string;
  /** Ends all connections, writes everything down, and comes back when the server is gone. May be called twice. */
  readonly stop: () => Promise<void>;
  /** Stops, and removes all data and the data folder: for tests. */
  readonly discard: () => Promise<void>;
};

export type StartOptions = {
  /** Where the cluster lives; made if it is not there. Removed between starts, the next one begins empty. */
  dataFolder: string;
  /** False for tests only: a power cut may then cost all data. */
  durable?: boolean;
  /** Gets a sentence when something happens that an operator should know. */
  log?: (line: string) => void;
  /** Settings of postgresql.conf, above ours. */
  settings?: Record<string, string>;
};

/** Starts PostgreSQL on a data folder. Throws one sentence with its mend where that cannot be. */
export async function startPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const { durable = true, settings = {}, log = () => undefined } = options;
  const place = await findPlace(options.dataFolder);
  const held = await acquireProcessLock(shortHash(place.cluster));
  if ('takenBy' in held) throw inUse(place, held.takenBy.pid);
  try {
    // Only now: whoever held the place before removes it when they leave.
    await makePrivate(place.home, place.as, 0o700);
    const binaries = await findBinaries(place.as);
    await ensureCluster(place, binaries, { durable, log });
    const running = await startServer(place, binaries, { durable, settings, log });
    const freshener = keepFreshDaily(place);
    const stop = async () => {
      clearInterval(freshener);
      await running.stop();
      await leave(place, held);
    };
    return handle(place, stop);
  } catch (error) {
    await leave(place, held);
    throw error;
  }
}

/** The address of the database that another app runs on this data folder; undefined where none does. */
export async function runningPostgres(dataFolder: string): Promise<string | undefined> {
  const place = await findPlace(dataFolder);
  const seen = await readPostmaster(place.cluster);
  return seen?.ready && isAlive(seen.pid) ? urlOf(place, database) : undefined;
}

async function leave(place: Place, held: ProcessLock): Promise<void> {
  // It is empty now, unless the cluster lies in it.
  await rmdir(place.home).catch(() => undefined);
  await held.release();
}

function handle(place: Place, stop: () => Promise<void>): EmbeddedPostgres {
  let stopped: Promise<void> | undefined;
  const stopOnce = () => (stopped ??= stop());
  return {
    url: urlOf(place, database),
    urlOf: (name) => urlOf(place, name),
    dataFolder: place.dataFolder,
    stop: stopOnce,
    discard: async () => {
      await stopOnce();
      const all = { recursive: true, force: true, maxRetries: 5 };
      await rm(place.home, all);
      await rm(place.dataFolder, all);
    },
  };
}

/** With a host and a port, though neither is used: so `new URL` takes it, and PGPORT or PGSSLMODE do not turn it. */
function urlOf(place: Place, name: string): string {
  const query = `host=${encodeURIComponent(place.home)}&sslmode=disable`;
  return `postgres://${superuser}@localhost:5432/${encodeURIComponent(name)}?${query}`;
}

/** Data under /var/tmp are safe from its cleaning for 30 days after each touch. */
function keepFreshDaily(place: Place): NodeJS.Timeout | undefined {
  if (place.pointer === undefined) return undefined;
  const dayMs = 24 * 60 * 60 * 1000;
  const freshen = () => void keepFresh(place.cluster, clusterMarker).catch(() => undefined);
  return setInterval(freshen, dayMs).unref();
}

function inUse(place: Place, pid: number | undefined): Error {
  const holder = pid === undefined ? 'another process' : `process ${pid}`;
  return new Error(
    `Failed to start PostgreSQL: ${place.dataFolder} is in use by ${holder}. Stop that one first, or set DATABASE_URL.`,
  );
}
