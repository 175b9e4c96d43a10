// Where the PostgreSQL of a test run keeps its data.
import { chown, mkdir, mkdtemp, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';
import { chooseRunAs } from '@inaam/runtime/run-as.ts';

/** What the clones of a run need at most, with their log. */
const neededBytes = 3 * 1024 ** 3;
const memory = '/dev/shm';

/**
 * A new folder, in memory where there is enough of it: on a disk, making and removing the thousand
 * files of each clone is half of what PostgreSQL does in the API tests.
 */
export async function clusterFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(await roomiest(), 'inaam-tests-'));
  const { uid, gid, other } = await chooseRunAs();
  // Of root's clusters, the only ones that stay here are those that another user has begun.
  if (other) {
    const cluster = path.join(folder, 'cluster');
    await mkdir(cluster, { mode: 0o700 });
    for (const own of [folder, cluster]) await chown(own, uid, gid);
  }
  return folder;
}

async function roomiest(): Promise<string> {
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => Math.min(bavail * bsize, freemem()),
    () => 0,
  );
  return free >= neededBytes ? memory : tmpdir();
}
