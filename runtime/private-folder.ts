// /var/tmp is writable by everybody, so links and other users' folders are refused.
import { createHash } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { chmod, chown, lstat, mkdir, readdir, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type Owner = { readonly uid: number; readonly gid: number };

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** /var/tmp survives a restart, and is short enough for a socket's path (100 bytes). */
export function temporaryRoot(): string {
  for (const folder of ['/var/tmp', '/tmp']) {
    try {
      accessSync(folder, constants.W_OK | constants.X_OK);
      return folder;
    } catch {
      // Try the next one.
    }
  }
  return tmpdir();
}

export async function ensurePrivateFolder(
  folder: string,
  owner: Owner,
  mode: number,
): Promise<void> {
  try {
    await mkdir(folder, { mode });
    if (process.getuid?.() === 0) await chown(folder, owner.uid, owner.gid);
    // The umask may have removed bits.
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
 * systemd removes files under /var/tmp untouched for 30 days. The marker is the oldest file: while
 * it exists, so do the others.
 */
export async function touchFiles(folder: string, marker: string): Promise<void> {
  const now = new Date();
  await utimes(path.join(folder, marker), now, now);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    // A running server may remove files meanwhile.
    await utimes(path.join(entry.parentPath, entry.name), now, now).catch(() => undefined);
  }
}

/** Touches the files if that was last done more than a day ago. */
export async function isComplete(folder: string, marker: string): Promise<boolean> {
  const seen = await stat(path.join(folder, marker)).catch(() => undefined);
  if (!seen) return false;
  const dayMs = 24 * 60 * 60 * 1000;
  if (Date.now() - seen.mtimeMs > dayMs) await touchFiles(folder, marker).catch(() => undefined);
  return true;
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
