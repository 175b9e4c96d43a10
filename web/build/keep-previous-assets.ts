import { existsSync } from 'node:fs';
import { copyFile, glob, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

const keptMs = 7 * 24 * 60 * 60_000;

/**
 * Pages that are open now still fetch screens from the builds of the last week.
 * @param from the site that is served now, or no folder
 */
export async function keepPreviousAssets(from: string, to: string, now: number): Promise<void> {
  for await (const file of glob('assets/*', { cwd: from })) {
    const [old, kept] = [path.join(from, file), path.join(to, file)];
    const { mtime, atime } = await stat(old);
    if (existsSync(kept) || now - mtime.getTime() > keptMs) continue;
    await copyFile(old, kept);
    await utimes(kept, atime, mtime);
  }
}
