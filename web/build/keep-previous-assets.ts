import { existsSync } from 'node:fs';
import { copyFile, glob, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

const keptMs = 7 * 24 * 60 * 60_000;

/**
 * Keeps the files of builds that were served in the last week, because pages that are open now
 * still fetch screens from them.
 * @param from the site that is served now; the folder may be missing
 * @param current files of the build that is served now, which is replaced at `now`, ms
 */
export async function keepPreviousAssets(
  from: string,
  to: string,
  { current, now }: { current: readonly string[]; now: number },
): Promise<void> {
  for await (const file of glob('assets/*', { cwd: from })) {
    const [old, kept] = [path.join(from, file), path.join(to, file)];
    const { mtime, atime } = await stat(old);
    const replacedAt = current.includes(file) ? new Date(now) : mtime;
    if (existsSync(kept) || now - replacedAt.getTime() > keptMs) continue;
    await copyFile(old, kept);
    await utimes(kept, atime, replacedAt);
  }
}
