// Makes the cluster of a place on the first start, whole or not at all, and judges one that is there. Its caller holds
// the place alone. It never removes a cluster that somebody's data folder still vouches for.
import { randomUUID } from 'node:crypto';
import { chown, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Binaries } from './postgres-binaries.ts';
import { readPointer, writePointer } from './postgres-place.ts';
import type { Place } from './postgres-place.ts';
import { stopLeftover } from './postgres-process.ts';
import { isWhole } from './private-folder.ts';
import { run } from './run-as.ts';

export const database = 'inaam';
export const superuser = 'inaam';
/** The last file that a new cluster gets, with its id. */
export const clusterMarker = 'inaam.id';

export type Making = { durable: boolean; log: (line: string) => void };

/** Leaves a whole cluster at the place: the one of earlier starts, or a new one with an empty database. */
export async function ensureCluster(place: Place, binaries: Binaries, making: Making) {
  await removeHalfMade(place);
  const pointed = await readPointer(place);
  const id = await readId(place);
  const isForeign = place.pointer !== undefined && id !== pointed;
  if (id !== undefined && !isForeign) return checkVersion(place, binaries);
  if (await hasFiles(place.cluster)) {
    // Someone removed the data folder to begin anew; what it vouched for may go.
    if (place.pointer === undefined || pointed !== undefined) throw damaged(place);
    await stopLeftover(place.cluster);
    await rm(place.cluster, { recursive: true, force: true, maxRetries: 5 });
  } else if (pointed !== undefined) {
    making.log(
      `PostgreSQL's data are gone from ${place.cluster}: beginning with an empty database.`,
    );
  }
  return makeCluster(place, binaries, making);
}

async function makeCluster(place: Place, binaries: Binaries, { durable }: Making): Promise<void> {
  const id = randomUUID();
  const fresh = path.join(path.dirname(place.cluster), `making-${id}`);
  const began = await run(place.as, [
    binaries.initdb,
    `--pgdata=${fresh}`,
    `--username=${superuser}`,
    // Only the owner's folder leads to the socket, and nothing listens on the network.
    '--auth-local=trust',
    '--auth-host=reject',
    // Without LANG it would choose SQL_ASCII. The C library's locale stays C: not every system has a C.UTF-8.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]);
  if (began.code !== 0) throw refused(place, began.stderr);
  const single = [binaries.postgres, '--single', '-D', fresh, 'template1'];
  const created = await run(place.as, single, `CREATE DATABASE ${database}\n`);
  const isCreated = created.code === 0 && !/ERROR|FATAL/.test(created.stderr);
  if (!isCreated) throw refused(place, created.stderr);
  const marker = path.join(fresh, clusterMarker);
  await writeFile(marker, id, { mode: 0o600 });
  if (place.as.other) await chown(marker, place.as.uid, place.as.gid);
  await rename(fresh, place.cluster);
  await writePointer(place, id);
}

/** A start that was cut short leaves only folders of this name. */
async function removeHalfMade(place: Place): Promise<void> {
  const parent = path.dirname(place.cluster);
  for (const name of await readdir(parent)) {
    if (!name.startsWith('making-')) continue;
    // An initdb whose starter was killed may still be writing.
    await rm(path.join(parent, name), { recursive: true, force: true, maxRetries: 10 });
  }
}

async function readId(place: Place): Promise<string | undefined> {
  if (!(await isWhole(place.cluster, clusterMarker))) return undefined;
  return readFile(path.join(place.cluster, clusterMarker), 'utf8');
}

async function hasFiles(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.length > 0;
}

async function checkVersion(place: Place, binaries: Binaries): Promise<void> {
  const made = (await readFile(path.join(place.cluster, 'PG_VERSION'), 'utf8')).trim();
  const { stdout } = await run(place.as, [binaries.postgres, '--version']);
  const runs = /(\d+)/.exec(stdout)?.[1];
  if (made === runs) return;
  throw new Error(
    `Failed to start PostgreSQL: ${place.cluster} was made by version ${made}, and this is ${String(runs)}. Start it with the packages of before, or remove ${place.dataFolder} to begin with an empty one.`,
  );
}

function damaged(place: Place): Error {
  return new Error(
    `Failed to start PostgreSQL: ${place.cluster} is not a whole cluster of ours. Save what you need, then remove ${place.cluster} and ${place.dataFolder} to begin with an empty one.`,
  );
}

function refused(place: Place, stderr: string): Error {
  const reason = /(?:error|ERROR|FATAL|PANIC): +(.*)/.exec(stderr)?.[1] ?? stderr.trim();
  const mend = reason.includes('effective user ID')
    ? 'Give this user a name in /etc/passwd, or set DATABASE_URL.'
    : `Look at the disk and the rights of ${path.dirname(place.cluster)}, or set DATABASE_URL.`;
  return new Error(`Failed to make a PostgreSQL cluster: ${reason}. ${mend}`);
}
