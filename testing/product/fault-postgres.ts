import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile, lstat, rename, symlink } from 'node:fs/promises';
import path from 'node:path';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import pg from 'pg';

/** @public A disk of some megabytes for a run to fill: a tmpfs. Root only. */
export type SmallDisk = {
  folder: string;
  fill(): Promise<void>;
  free(): Promise<void>;
  unmount(): void;
};

/** @public @param owner of the folder, as `mount` reads it: `uid=1000,gid=1000` */
export async function mountSmallDisk(
  folder: string,
  megabytes: number,
  owner = 'uid=0,gid=0',
): Promise<SmallDisk> {
  await mkdir(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,${owner}`, 'tmpfs', folder]);
  const ballast = path.join(folder, 'ballast');
  return {
    folder,
    async fill() {
      const all = Buffer.alloc(megabytes * 1024 * 1024);
      await writeFile(ballast, all).catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      });
    },
    free: () => rm(ballast),
    // After a failure a program may still write to it.
    unmount: () => void execFileSync('umount', ['--lazy', folder]),
  };
}

export type FaultPostgres = {
  url: string;
  /** Kills all of it, like a power failure, and starts it again. */
  kill(): Promise<void>;
  /** Restarts it with its tables and indexes on a small disk. Root only. */
  moveTablesToSmallDisk(): Promise<SmallDisk>;
  stop(): Promise<void>;
};

const refuse = () => Promise.reject(new Error('Only its scenario may break this PostgreSQL.'));

/** A PostgreSQL that only its scenario breaks. */
export function brokenElsewhere(running: Pick<FaultPostgres, 'url' | 'stop'>): FaultPostgres {
  const { url } = running;
  const stop = () => running.stop();
  return { url, stop, kill: refuse, moveTablesToSmallDisk: refuse };
}

const diskMegabytes = 300;

/** @param variables of its processes */
export async function startFaultPostgres(
  folder: string,
  variables: Record<string, string> = {},
): Promise<FaultPostgres> {
  const start = () => startPostgres({ dataFolder: path.join(folder, 'postgres'), variables });
  let running = await start();
  let disk: SmallDisk | undefined;
  return {
    url: running.url,
    async kill() {
      process.kill(await postmasterOf(running.url), 'SIGKILL');
      // The rest ends without a signal; wait for it.
      await running.stop();
      running = await start();
    },
    async moveTablesToSmallDisk() {
      const { data_directory: data = '' } = await ask(running.url, 'show data_directory');
      const { uid, gid } = await lstat(data);
      await running.stop();
      const owner = `uid=${uid},gid=${gid}`;
      disk = await mountSmallDisk(path.join(folder, 'disk'), diskMegabytes, owner);
      // The folder has content: copy it with its owner.
      const moved = path.join(data, 'base');
      execFileSync('cp', ['-a', moved, disk.folder]);
      await rename(moved, `${moved}_before`);
      await rm(`${moved}_before`, { recursive: true });
      await symlink(path.join(disk.folder, 'base'), moved);
      execFileSync('chmod', ['-R', 'a+X', folder]);
      running = await start();
      return disk;
    },
    async stop() {
      await running.stop();
      disk?.unmount();
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
