// Listens only on a socket file and stops with its app.
import { rm, rmdir } from 'node:fs/promises';
import { ensureCluster, clusterMarker, database, superuser } from './postgres-cluster.ts';
import { findBinaries } from './postgres-binaries.ts';
import { findClusterLocation } from './postgres-location.ts';
import type { ClusterLocation } from './postgres-location.ts';
import { isAlive, readPostmaster } from './postgres-process.ts';
import { startServer } from './postgres-server.ts';
import { touchFiles, ensurePrivateFolder, shortHash } from './private-folder.ts';
import { acquireProcessLock } from './process-lock.ts';
import type { ProcessLock } from './process-lock.ts';

export type EmbeddedPostgres = {
  readonly url: string;
  readonly urlOf: (database: string) => string;
  readonly dataFolder: string;
  /** Idempotent. */
  readonly stop: () => Promise<void>;
  /** Removes all data. */
  readonly discard: () => Promise<void>;
};

export type StartOptions = {
  dataFolder: string;
  /** False only in tests: a power failure may then lose data. */
  durable?: boolean;
  log?: (line: string) => void;
  /** Called if the server ends without `stop`. */
  onEnd?: () => void;
  settings?: Record<string, string>;
  /** Environment of the server's process, for example to change its clock. */
  variables?: Record<string, string>;
};

export async function startPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const { durable = true, settings = {}, variables = {}, log = () => undefined, onEnd } = options;
  const location = await findClusterLocation(options.dataFolder);
  const lock = await acquireProcessLock(shortHash(location.cluster));
  if ('lockedBy' in lock) throw inUse(location, lock.lockedBy.pid);
  try {
    // Only under the lock: the previous process removes the folder when it ends.
    await ensurePrivateFolder(location.home, location.as, 0o700);
    const binaries = await findBinaries(location.as);
    await ensureCluster(location, binaries, { durable, log });
    const running = await startServer(location, binaries, {
      durable,
      settings,
      variables,
      log,
      onEnd,
    });
    const touchTimer = touchFilesDaily(location);
    const stop = async () => {
      clearInterval(touchTimer);
      await running.stop();
      await leave(location, lock);
    };
    return handle(location, stop);
  } catch (error) {
    await leave(location, lock);
    throw error;
  }
}

/** Applies if another process runs PostgreSQL on this data folder. */
export async function runningPostgres(dataFolder: string): Promise<string | undefined> {
  const location = await findClusterLocation(dataFolder);
  const seen = await readPostmaster(location.cluster);
  return seen?.ready && isAlive(seen.pid) ? urlOf(location, database) : undefined;
}

async function leave(location: ClusterLocation, lock: ProcessLock): Promise<void> {
  await rmdir(location.home).catch(() => undefined);
  await lock.release();
}

function handle(location: ClusterLocation, stop: () => Promise<void>): EmbeddedPostgres {
  let stopped: Promise<void> | undefined;
  const stopOnce = () => (stopped ??= stop());
  return {
    url: urlOf(location, database),
    urlOf: (name) => urlOf(location, name),
    dataFolder: location.dataFolder,
    stop: stopOnce,
    discard: async () => {
      await stopOnce();
      await removeFolders(location);
    },
  };
}

async function removeFolders({ home, dataFolder }: ClusterLocation): Promise<void> {
  const all = { recursive: true, force: true, maxRetries: 5 };
  await rm(home, all);
  await rm(dataFolder, all);
}

/** Host and port are unused, but `new URL` needs them and they override PGPORT and PGSSLMODE. */
function urlOf(location: ClusterLocation, name: string): string {
  const query = `host=${encodeURIComponent(location.home)}&sslmode=disable`;
  return `postgres://${superuser}@localhost:5432/${encodeURIComponent(name)}?${query}`;
}

/** systemd removes files in /var/tmp untouched for 30 days. */
function touchFilesDaily(location: ClusterLocation): NodeJS.Timeout | undefined {
  if (location.pointer === undefined) return undefined;
  const dayMs = 24 * 60 * 60 * 1000;
  const freshen = () => void touchFiles(location.cluster, clusterMarker).catch(() => undefined);
  return setInterval(freshen, dayMs).unref();
}

function inUse(location: ClusterLocation, pid: number | undefined): Error {
  const owner = pid === undefined ? 'another process' : `process ${pid}`;
  return new Error(
    `Failed to start PostgreSQL: ${location.dataFolder} is in use by ${owner}. Stop that one first, or set DATABASE_URL.`,
  );
}
