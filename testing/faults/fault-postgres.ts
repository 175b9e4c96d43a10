import { execFileSync } from 'node:child_process';
import { lstat, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { startPostgres } from '@inaam/runtime/postgres.ts';

export type FaultPostgres = {
  url: string;
  /** Kills all of it, as a machine does that loses its power, and starts it again. */
  kill(): Promise<void>;
  /** Restarts it with its write-ahead log on a small disk. As root only. */
  moveLogToSmallDisk(): Promise<void>;
  fillDisk(): Promise<void>;
  freeDisk(): Promise<void>;
  /** @param clock as libfaketime reads it, such as `+40d` or `+3600 x1.05` */
  setClock(clock: string): void;
  stop(): Promise<void>;
};

const noClock = () => {
  throw new Error('This PostgreSQL has no clock of its own.');
};
const refuse = () => Promise.reject(new Error('Its scenario breaks this PostgreSQL itself.'));

/** One that its scenario breaks by itself. */
export function brokenElsewhere(running: Pick<FaultPostgres, 'url' | 'stop'>): FaultPostgres {
  const { url } = running;
  const stop = () => running.stop();
  const faults = { kill: refuse, moveLogToSmallDisk: refuse, fillDisk: refuse, freeDisk: refuse };
  return { url, stop, ...faults, setClock: noClock };
}

/** More than what `max_wal_size` lets it keep (runtime/postgres-server.ts). */
const diskMegabytes = 700;

/** @param variables of its processes */
export async function startFaultPostgres(
  folder: string,
  variables: Record<string, string> = {},
): Promise<FaultPostgres> {
  const start = () => startPostgres({ dataFolder: path.join(folder, 'postgres'), variables });
  let running = await start();
  const disk = path.join(folder, 'disk');
  const ballast = path.join(disk, 'ballast');
  let isMounted = false;
  return {
    url: running.url,
    async kill() {
      process.kill(await postmasterOf(running.url), 'SIGKILL');
      // What is left of it ends by itself, and is waited for.
      await running.stop();
      running = await start();
    },
    async moveLogToSmallDisk() {
      const { data_directory: data = '' } = await ask(running.url, 'show data_directory');
      const { uid, gid } = await lstat(data);
      await running.stop();
      await mkdir(disk);
      const size = `size=${diskMegabytes}m,uid=${uid},gid=${gid}`;
      execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', disk]);
      isMounted = true;
      // The folder is not empty: it is copied with its owner.
      execFileSync('cp', ['-a', path.join(data, 'pg_wal'), disk]);
      await rename(path.join(data, 'pg_wal'), path.join(data, 'pg_wal_before'));
      await rm(path.join(data, 'pg_wal_before'), { recursive: true });
      await symlink(path.join(disk, 'pg_wal'), path.join(data, 'pg_wal'));
      execFileSync('chmod', ['-R', 'a+X', folder]);
      running = await start();
    },
    async fillDisk() {
      const all = Buffer.alloc(diskMegabytes * 1024 * 1024);
      await writeFile(ballast, all).catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      });
    },
    async freeDisk() {
      await rm(ballast);
      await running.stop();
      running = await start();
    },
    setClock: noClock,
    async stop() {
      await running.stop();
      if (isMounted) execFileSync('umount', [disk]);
    },
  };
}

async function postmasterOf(url: string): Promise<number> {
  const { file = '' } = await ask(url, `select pg_read_file('postmaster.pid') as file`);
  return Number.parseInt(file, 10);
}

/** @returns the first row */
async function ask(url: string, query: string): Promise<Record<string, string | undefined>> {
  const client = new pg.Client(url);
  // Its connection ends with the server.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, string>>(query);
    return rows[0] ?? {};
  } finally {
    await client.end().catch(() => undefined);
  }
}
