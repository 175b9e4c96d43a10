// Decides where the cluster of a data folder lies: in that folder, or, where PostgreSQL cannot work there (root, a
// folder that cannot be kept private), under /var/tmp with a small pointer left in the folder. It starts nothing.
import { lstat, mkdir, mkdtemp, readFile, realpath, rename, rmdir, stat } from 'node:fs/promises';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode, outside, shortHash } from './private-folder.ts';
import { chooseRunAs } from './run-as.ts';
import type { RunAs } from './run-as.ts';

export type Place = {
  readonly dataFolder: string;
  /** A folder under /var/tmp, 0700, with the socket: and with the cluster too, where `pointer` is set. */
  readonly home: string;
  readonly cluster: string;
  readonly log: string;
  /** The file in the data folder that vouches for a cluster elsewhere; undefined when the cluster is inside. */
  readonly pointer: string | undefined;
  readonly as: RunAs;
};

/** Finds the place of `dataFolder`, making the folder if need be, and the home not yet. */
export async function findPlace(dataFolder: string): Promise<Place> {
  const real = await makeDataFolder(dataFolder);
  const inside = path.join(real, 'cluster');
  const pointer = path.join(real, 'elsewhere.json');
  const found = await lstat(inside).catch(() => undefined);
  const as = await chooseRunAs(found);
  const home = path.join(outside(), `inaam-${as.uid}-${shortHash(real)}`);
  const isElsewhere = !found && (as.other || !(await keepsModes(real)));
  const parent = isElsewhere ? home : real;
  return {
    dataFolder: real,
    home,
    cluster: path.join(parent, 'cluster'),
    log: path.join(parent, 'postgres.log'),
    pointer: isElsewhere ? pointer : undefined,
    as,
  };
}

async function makeDataFolder(dataFolder: string): Promise<string> {
  try {
    await mkdir(dataFolder, { recursive: true });
    const real = await realpath(dataFolder);
    // Only a trial tells: a folder may be read-only in many ways.
    await rmdir(await mkdtemp(path.join(real, 'trial-')));
    return real;
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS')) throw error;
    throw new Error(
      `Failed to start PostgreSQL: this user may not write to ${dataFolder}. If another user (root?) began there, start as that user, or remove it to begin with an empty one.`,
      { cause: error },
    );
  }
}

/** PostgreSQL wants 0700; a Windows drive under WSL and some shared folders cannot say that. */
async function keepsModes(folder: string): Promise<boolean> {
  const trial = await mkdtemp(path.join(folder, 'trial-'));
  const { mode } = await stat(trial);
  await rmdir(trial);
  return (mode & 0o077) === 0;
}

/** The id of the cluster that the pointer vouches for; undefined when there is none. */
export async function readPointer(place: Place): Promise<string | undefined> {
  if (!place.pointer) return undefined;
  const text = await readFile(place.pointer, 'utf8').catch(() => '{}');
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
    return typeof value.id === 'string' ? value.id : undefined;
  } catch {
    return undefined;
  }
}

export async function writePointer(place: Place, id: string): Promise<void> {
  if (!place.pointer) return;
  const text = JSON.stringify({ id, cluster: place.cluster }, null, 2);
  await writeFile(`${place.pointer}.new`, `${text}\n`);
  await rename(`${place.pointer}.new`, place.pointer);
}
