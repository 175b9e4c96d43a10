// Files that are whole or not there at all: written under a hidden name beside, synced, then named.
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  createWriteStream,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorCode, Refusal } from './errors.ts';

type FileParts = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** @public The hidden name of a file that is being written. */
export const unfinished = /^\..+\.[0-9a-f]{12}$/;

const hiddenBeside = (file: string) =>
  path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(6).toString('hex')}`);

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Writes a new file that only this user can read. @throws Refusal if it exists */
export async function writeNewFile(file: string, text: string | FileParts): Promise<void> {
  const hidden = hiddenBeside(file);
  const remove = () => rmSync(hidden, { force: true });
  // What is half written may be secret.
  const interrupt = (signal: NodeJS.Signals) => {
    remove();
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.once(signal, interrupt);
  try {
    if (existsSync(file)) throw isThere(file);
    let bytes = 0;
    const parts = async function* () {
      for await (const part of typeof text === 'string' ? [text] : text) {
        bytes += Buffer.byteLength(part);
        yield part;
      }
    };
    await pipeline(parts, createWriteStream(hidden, { flags: 'wx', mode: 0o600, flush: true }));
    if (statSync(hidden).size !== bytes) throw new Refusal(`${file} could not be written whole.`);
    if (!giveName(hidden, file)) throw isThere(file);
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
    remove();
  }
}

const isThere = (file: string) =>
  new Refusal(`${file} already exists and was not changed. Choose another place.`);

type How = {
  mode: number;
  /** User and group. */
  owner?: number | undefined;
  isReplaced?: boolean;
};

/** @returns false if the file is there and not replaced: it then stays as it is */
export function writeWhole(
  file: string,
  text: string | Uint8Array,
  { mode, owner, isReplaced = false }: How,
): boolean {
  const hidden = hiddenBeside(file);
  try {
    writeFileSync(hidden, text, { flag: 'wx', mode, flush: true });
    // The umask may have removed bits.
    chmodSync(hidden, mode);
    if (owner !== undefined) chownSync(hidden, owner, owner);
    return giveName(hidden, file, isReplaced);
  } finally {
    rmSync(hidden, { force: true });
  }
}

/** On the disk, too. @returns false if another file has the name */
function giveName(hidden: string, file: string, isReplaced = false): boolean {
  if (isReplaced) renameSync(hidden, file);
  else {
    try {
      // Unlike a rename, a link replaces nothing.
      linkSync(hidden, file);
    } catch (error) {
      if (errorCode(error) === 'EEXIST' || existsSync(file)) return false;
      // A memory stick knows no links.
      renameSync(hidden, file);
    }
  }
  const folder = openSync(path.dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
  return true;
}
