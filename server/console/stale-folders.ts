import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Of a verification's files. */
export const folderPrefix = 'inaam-verify-';

/**
 * Removes the folders of verifications whose process was killed. Of others, which may still run in
 * another process, it removes none.
 * @param olderThanMs longer than any verification takes
 * @param now of the file system's clock, ms
 */
export async function removeStaleFolders(
  olderThanMs: number,
  now = Date.now(),
  folder = tmpdir(),
): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(folderPrefix))) {
    const left = path.join(folder, name);
    const changed = await stat(left).catch(() => undefined);
    if (changed === undefined || now - changed.mtimeMs < olderThanMs) continue;
    // Of somebody else's nothing can be removed.
    await rm(left, { recursive: true, force: true }).catch(() => undefined);
  }
}
