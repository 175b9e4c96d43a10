// Creation is atomic. A cluster that a data folder refers to is never removed.
import { randomUUID } from 'node:crypto';
import { chown, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Binaries } from './postgres-binaries.ts';
import { readPointer, writePointer } from './postgres-location.ts';
import type { ClusterLocation } from './postgres-location.ts';
import { stopLeftover } from './postgres-process.ts';
import { isComplete } from './private-folder.ts';
import { run } from './run-as.ts';

export const database = 'inaam';
export const superuser = 'inaam';
export const clusterMarker = 'inaam.id';

export type ClusterOptions = { durable: boolean; log: (line: string) => void };

/** The caller must hold the lock. */
export async function ensureCluster(
  location: ClusterLocation,
  binaries: Binaries,
  options: ClusterOptions,
) {
  await removeIncomplete(location);
  const pointed = await readPointer(location);
  const id = await readId(location);
  const isForeign = location.pointer !== undefined && id !== pointed;
  if (id !== undefined && !isForeign) return checkVersion(location, binaries);
  if (await hasFiles(location.cluster)) {
    // The data folder was removed to start over, so its old cluster may go.
    if (location.pointer === undefined || pointed !== undefined) throw damaged(location);
    await stopLeftover(location.cluster);
    await rm(location.cluster, { recursive: true, force: true, maxRetries: 5 });
  } else if (pointed !== undefined) {
    options.log(
      `The PostgreSQL data in ${location.cluster} is gone: starting with an empty database.`,
    );
  }
  return makeCluster(location, binaries, options);
}

async function makeCluster(
  location: ClusterLocation,
  binaries: Binaries,
  { durable }: ClusterOptions,
): Promise<void> {
  const id = randomUUID();
  const fresh = path.join(path.dirname(location.cluster), `making-${id}`);
  const began = await run(location.as, [
    binaries.initdb,
    `--pgdata=${fresh}`,
    `--username=${superuser}`,
    // The socket is in a folder of mode 0700, and nothing listens on the network.
    '--auth-local=trust',
    '--auth-host=reject',
    // Without LANG the encoding would be SQL_ASCII. Not every system has the locale C.UTF-8.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]);
  if (began.code !== 0) throw refused(location, began.stderr);
  const single = [binaries.postgres, '--single', '-D', fresh, 'template1'];
  const created = await run(location.as, single, `CREATE DATABASE ${database}\n`);
  const isCreated = created.code === 0 && !/ERROR|FATAL/.test(created.stderr);
  if (!isCreated) throw refused(location, created.stderr);
  const marker = path.join(fresh, clusterMarker);
  await writeFile(marker, id, { mode: 0o600 });
  if (location.as.other) await chown(marker, location.as.uid, location.as.gid);
  await rename(fresh, location.cluster);
  await writePointer(location, id);
}

async function removeIncomplete(location: ClusterLocation): Promise<void> {
  const parent = path.dirname(location.cluster);
  for (const name of await readdir(parent)) {
    if (!name.startsWith('making-')) continue;
    // An initdb whose parent was killed may still be writing: retry.
    await rm(path.join(parent, name), { recursive: true, force: true, maxRetries: 10 });
  }
}

async function readId(location: ClusterLocation): Promise<string | undefined> {
  if (!(await isComplete(location.cluster, clusterMarker))) return undefined;
  return readFile(path.join(location.cluster, clusterMarker), 'utf8');
}

async function hasFiles(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.length > 0;
}

async function checkVersion(location: ClusterLocation, binaries: Binaries): Promise<void> {
  const made = (await readFile(path.join(location.cluster, 'PG_VERSION'), 'utf8')).trim();
  const { stdout } = await run(location.as, [binaries.postgres, '--version']);
  const runs = /(\d+)/.exec(stdout)?.[1];
  if (made === runs) return;
  throw new Error(
    `Failed to start PostgreSQL: ${location.cluster} was made by version ${made}, and this is ${String(runs)}. Use the packages of version ${made}. A demonstration's data, and no other, may be removed: ${location.dataFolder}.`,
  );
}

function damaged(location: ClusterLocation): Error {
  return new Error(
    `Failed to start PostgreSQL: ${location.cluster} is not a complete Inaam cluster. Restore a backup into another folder. A demonstration's data, and no other, may be removed: ${location.cluster} and ${location.dataFolder}.`,
  );
}

function refused(location: ClusterLocation, stderr: string): Error {
  const reason = /(?:error|ERROR|FATAL|PANIC): +(.*)/.exec(stderr)?.[1] ?? stderr.trim();
  const remedy = reason.includes('effective user ID')
    ? 'Give this user a name in /etc/passwd, or set DATABASE_URL.'
    : `Check the free space and the permissions of ${path.dirname(location.cluster)}, or set DATABASE_URL.`;
  return new Error(`Failed to create a PostgreSQL cluster: ${reason}. ${remedy}`);
}
