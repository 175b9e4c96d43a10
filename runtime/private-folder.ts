// Folders of our own outside the project: under /var/tmp, where everyone may write and many may look. It never follows
// a link there, and never uses a folder that belongs to someone else.
import { createHash } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { chmod, chown, lstat, mkdir, readdir, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type Owner = { readonly uid: number; readonly gid: number };

/** Twelve letters that stand for `text` in the name of a folder. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Where such folders go: /var/tmp outlives a restart, and its name is short enough for a socket (100 bytes). */
export function outside(): string {
  for (const folder of ['/var/tmp', '/tmp']) {
    try {
      accessSync(folder, constants.W_OK | constants.X_OK);
      return folder;
    } catch {
      // The next one.
    }
  }
  return tmpdir();
}

/** Makes `folder` for `owner` with `mode`, or accepts the one that is there if it is truly theirs. */
export async function makePrivate(folder: string, owner: Owner, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode });
    if (process.getuid?.() === 0) await chown(folder, owner.uid, owner.gid);
    // The process's umask may have taken bits away.
    await chmod(folder, mode);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  const seen = await lstat(folder);
  const othersMayWrite = (seen.mode & 0o022) !== 0;
  const othersMayLook = (seen.mode & ~mode & 0o077) !== 0;
  if (!seen.isDirectory() || seen.uid !== owner.uid || othersMayWrite || othersMayLook) {
    throw new Error(
      `Failed to use ${folder}: it belongs to someone else or is open to others. Remove it and start again.`,
    );
  }
}

/**
 * Systemd removes from /var/tmp each file that nobody touched for 30 days. Touches every file under `folder`, `marker`
 * first: while the marker is there, nothing younger has been taken.
 */
export async function keepFresh(folder: string, marker: string): Promise<void> {
  const now = new Date();
  await utimes(path.join(folder, marker), now, now);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    // A server at work removes files while we walk.
    await utimes(path.join(entry.parentPath, entry.name), now, now).catch(() => undefined);
  }
}

/** Whether `folder` still has all that was put there, and keeps it so for the next weeks. */
export async function isWhole(folder: string, marker: string): Promise<boolean> {
  const seen = await stat(path.join(folder, marker)).catch(() => undefined);
  if (!seen) return false;
  const dayMs = 24 * 60 * 60 * 1000;
  if (Date.now() - seen.mtimeMs > dayMs) await keepFresh(folder, marker).catch(() => undefined);
  return true;
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
