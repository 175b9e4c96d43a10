// The folder of backups. Each has a folder of its own, which gets its name when it is complete:
// `2026-07-01-024000-base` with `data/`, or `…-dump` with `inaam.dump`.
import { lstat, mkdir, open, readdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { acquireProcessLock } from '@inaam/runtime/process-lock.ts';
import { hasCode, shortHash } from '@inaam/runtime/private-folder.ts';
import * as z from 'zod';
import { RefusedError, UsageError } from '../command-context.ts';

const description = z.object({
  kind: z.enum(['base', 'dump']),
  /** The server's major version. */
  postgres: z.int(),
  /** Which program must be at least as new to read it. */
  tool: z.int(),
  database: z.string(),
  superuser: z.string(),
  /** ms */
  startedAt: z.number(),
  endedAt: z.number(),
  bytes: z.number(),
  /** Of a dump. */
  sha256: z.string().optional(),
  /** The first segment of the log that a base backup needs. */
  firstLog: z.string().optional(),
  migration: z.string().nullable(),
  heads: z.array(z.object({ campaign: z.string(), entries: z.int(), hash: z.string() })),
});

export type Description = z.infer<typeof description>;
export type Backup = Description & { folder: string; name: string };

const named = /^\d{4}-\d{2}-\d{2}-\d{6}-(?:base|dump)$/;
const partial = '.partial';
const descriptionName = 'backup.json';

/** Makes the folder. What is put into it can be read by this user alone. */
export async function openBackupFolder(
  folder: string,
  { mustExist = false } = {},
): Promise<string> {
  try {
    if (!mustExist) await mkdir(folder, { recursive: true, mode: 0o700 });
    return await realpath(folder);
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC'))
      throw error;
    throw new UsageError(
      `${folder} cannot be used (${codeOf(error)}). Name a folder that this user may write to and that is a backup's own.`,
      { cause: error },
    );
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

/** @throws RefusedError if another process does this with the folder */
export async function lockFolder<Result>(
  folder: string,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = await acquireProcessLock(shortHash(`${what} ${folder}`));
  if ('lockedBy' in lock) {
    throw new RefusedError(
      `Process ${lock.lockedBy.pid ?? '?'} is at work in ${folder}. Nothing was begun: wait for it, or stop it.`,
    );
  }
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

/** The complete ones, newest last. @param folder of backups, or of one backup */
export async function listBackups(folder: string): Promise<Backup[]> {
  const one = await readBackup(folder);
  if (one) return [one];
  const names = (await readdir(folder)).filter((name) => named.test(name)).toSorted();
  const all = await Promise.all(names.map((name) => readBackup(path.join(folder, name))));
  return all.flatMap((backup) => backup ?? []);
}

async function readBackup(folder: string): Promise<Backup | undefined> {
  if (path.basename(folder).endsWith(partial)) return undefined;
  const text = await readFile(path.join(folder, descriptionName), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const own = description.parse(JSON.parse(text));
    return { ...own, folder, name: path.basename(folder) };
  } catch {
    return undefined;
  }
}

/**
 * Fills a new folder, which gets its name last: what looks like a backup is complete, and on the
 * disk.
 */
export async function writeBackup(
  parent: string,
  kind: Description['kind'],
  fill: (folder: string) => Promise<Description>,
): Promise<Backup> {
  await removePartial(parent);
  const time = new Date().toISOString().replace('T', '-').replaceAll(':', '').slice(0, 17);
  const name = `${time}-${kind}`;
  const folder = path.join(parent, name);
  const making = `${folder}${partial}`;
  try {
    await mkdir(making, { mode: 0o700 });
    const own = await fill(making);
    const text = `${JSON.stringify(own, null, 2)}\n`;
    await writeFile(path.join(making, descriptionName), text, { mode: 0o600 });
    await syncAll(making);
    await rename(making, folder);
    await sync(parent);
    return { ...own, folder, name };
  } catch (error) {
    await rm(making, { recursive: true, force: true, maxRetries: 5 });
    if (!hasCode(error, 'ENOSPC', 'EDQUOT', 'EIO', 'EROFS')) throw error;
    throw new UsageError(
      `${parent} cannot hold the backup (${codeOf(error)}). What was begun was removed, and the earlier backups are whole. Free space there.`,
      { cause: error },
    );
  }
}

/** Of a backup that was killed: under the folder's lock nobody else is writing it. */
async function removePartial(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.endsWith(partial) || !named.test(name.slice(0, -partial.length))) continue;
    await rm(path.join(parent, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Last, when the system has written most of it by itself. */
async function syncAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (entry.isSymbolicLink()) continue;
    await sync(path.join(entry.parentPath, entry.name));
  }
  await sync(folder);
}

/** A file or a folder. */
async function sync(file: string): Promise<void> {
  const handle = await open(file);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const logFolder = /^wal-[\dA-F]{8}$/;
const segment = /^[\dA-F]{24}(?:\.partial)?$/;

/** Where `--follow` copies the log of a timeline. */
export const logFolderOf = (folder: string, timeline: string) =>
  path.join(folder, `wal-${timeline}`);

/** The copied log: segments, one that is not complete, and what leads from one timeline on. */
export async function listLog(folder: string): Promise<{ name: string; file: string }[]> {
  const folders = (await readdir(folder)).filter((name) => logFolder.test(name)).toSorted();
  const all = await Promise.all(
    folders.map(async (name) =>
      (await readdir(path.join(folder, name))).map((file) => ({
        name: file,
        file: path.join(folder, name, file),
      })),
    ),
  );
  return all.flat().filter(({ name }) => segment.test(name) || /^[\dA-F]{8}\.history$/.test(name));
}

/** Whether a segment is not older than another, on whatever timeline. */
export const isFrom = (name: string, first: string) => name.slice(8, 24) >= first.slice(8, 24);

/**
 * Deletes complete backups of this kind but the newest ones, then the log that only they needed.
 * @returns their names
 */
export async function keepNewest(
  folder: string,
  kind: Description['kind'],
  count: number,
): Promise<string[]> {
  const all = (await listBackups(folder)).filter((backup) => backup.kind === kind);
  const old = all.slice(0, -count);
  for (const backup of old) {
    // Half deleted, it must not look whole.
    const going = `${backup.folder}${partial}`;
    await rename(backup.folder, going);
    await rm(going, { recursive: true, force: true, maxRetries: 5 });
  }
  const first = all.at(-count)?.firstLog;
  if (first !== undefined && old.length > 0) {
    for (const { name, file } of await listLog(folder)) {
      if (segment.test(name) && !name.endsWith('.partial') && !isFrom(name, first)) await rm(file);
    }
  }
  return old.map(({ name }) => name);
}

export async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await lstat(path.join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

export const firstLogOf = async (data: string) =>
  /\(file ([\dA-F]{24})\)/.exec(await readFile(path.join(data, 'backup_label'), 'utf8'))?.[1];
