// Files of an installation, which are never written over.
import { lstatSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '@inaam/server/platform/errors.ts';
import { unfinished, writeWhole } from '@inaam/server/platform/new-files.ts';
import { readSecretFile } from '@inaam/server/operator/settings/read-settings.ts';
import { RefusedError } from '@inaam/server/operator/command-context.ts';

/** Of the programs in the image, whose secrets keep their owner and mode when they are mounted. */
export const containerUser = 65_532;
export const isRoot = () => process.getuid?.() === 0;

export type Written = { file: string; state: 'made' | 'kept' | 'differs' };

/** @throws RefusedError if it cannot be made, is a link, belongs to another user or is open */
export function makeFolder(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { recursive: true, mode });
    const { uid, mode: seen } = lstatSync(folder);
    const isDirectory = lstatSync(folder).isDirectory();
    if (!isDirectory || uid !== process.getuid?.()) {
      throw new RefusedError(
        `${folder} does not belong to this user. Run init as its owner, or name another with --folder.`,
      );
    }
    if ((seen & ~mode & 0o077) !== 0) {
      throw new RefusedError(`Others may enter ${folder}: chmod ${mode.toString(8)} it.`);
    }
    removeUnfinished(folder);
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    throw new RefusedError(
      `${folder} cannot be used (${errorCode(error)}). Run init as a user who may write there, or name another with --folder.`,
    );
  }
}

/** What an interrupted run has left. */
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (unfinished.test(name)) rmSync(path.join(folder, name));
  }
}

/** @returns false if the file is there, which then stays as it is */
function make(file: string, text: string, mode: number): boolean {
  const owner = isRoot() && mode === 0o600 ? containerUser : undefined;
  try {
    return writeWhole(file, text, { mode, owner });
  } catch (error) {
    throw new RefusedError(
      `${file} cannot be written (${errorCode(error)}). Fix that, and run init again: it continues where it stopped.`,
    );
  }
}

/** A file that people may change: what differs stays, and the new one is written beside it. */
export function writeFile(file: string, text: string, mode = 0o644): Written {
  if (make(file, text, mode)) return { file, state: 'made' };
  if (readText(file) === text) return { file, state: 'kept' };
  rmSync(`${file}.new`, { force: true });
  make(`${file}.new`, text, mode);
  return { file, state: 'differs' };
}

export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new RefusedError(
      `${file} is there and cannot be read (${errorCode(error)}). Move it away, and run init again.`,
    );
  }
}

/** @throws RefusedError if it is there and cannot be used */
export function ensureSecret(file: string, newSecret: () => string): { value: string } & Written {
  const state = make(file, `${newSecret()}\n`, 0o600) ? 'made' : 'kept';
  return { file, state, value: readSecret(file) };
}

export function readSecret(file: string): string {
  const read = readSecretFile(file);
  if ('text' in read) return read.text;
  throw new RefusedError(
    `${file} ${read.problem}. Put the right one there; only before the launch may it be removed, and init makes another.`,
  );
}
