// The cluster is in the data folder, or under /var/tmp if PostgreSQL cannot use that (root, no file
// modes).
import { lstat, mkdir, mkdtemp, readFile, realpath, rename, rmdir, stat } from 'node:fs/promises';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode, temporaryRoot, shortHash } from './private-folder.ts';
import { chooseRunAs } from './run-as.ts';
import type { RunAs } from './run-as.ts';

export type ClusterLocation = {
  readonly dataFolder: string;
  /** Under /var/tmp, mode 0700: for the socket, and for the cluster if `pointer` is set. */
  readonly home: string;
  readonly cluster: string;
  readonly log: string;
  /** Names a cluster outside the data folder. */
  readonly pointer: string | undefined;
  readonly as: RunAs;
};

export async function findClusterLocation(dataFolder: string): Promise<ClusterLocation> {
  const real = await makeDataFolder(dataFolder);
  const inside = path.join(real, 'cluster');
  const pointer = path.join(real, 'elsewhere.json');
  const found = await lstat(inside).catch(() => undefined);
  const as = await chooseRunAs(found);
  const home = path.join(temporaryRoot(), `inaam-${as.uid}-${shortHash(real)}`);
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
    // Folders can be read-only in many ways, so only writing shows it.
    await rmdir(await mkdtemp(path.join(real, 'probe-')));
    return real;
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS')) throw error;
    throw new Error(
      `Failed to start PostgreSQL: this user may not write to ${dataFolder}. If another user (root?) created it, start as that user.`,
      { cause: error },
    );
  }
}

/** Windows drives under WSL do not store the required mode 0700. */
async function keepsModes(folder: string): Promise<boolean> {
  const probe = await mkdtemp(path.join(folder, 'probe-'));
  const { mode } = await stat(probe);
  await rmdir(probe);
  return (mode & 0o077) === 0;
}

export async function readPointer(location: ClusterLocation): Promise<string | undefined> {
  if (!location.pointer) return undefined;
  const text = await readFile(location.pointer, 'utf8').catch(() => '{}');
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
    return typeof value.id === 'string' ? value.id : undefined;
  } catch {
    return undefined;
  }
}

export async function writePointer(location: ClusterLocation, id: string): Promise<void> {
  if (!location.pointer) return;
  const text = JSON.stringify({ id, cluster: location.cluster }, null, 2);
  await writeFile(`${location.pointer}.new`, `${text}\n`);
  await rename(`${location.pointer}.new`, location.pointer);
}
