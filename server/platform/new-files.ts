// Files that do not exist yet, and that only this user can read.
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal } from './errors.ts';

type FileParts = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/**
 * Writes new files into a folder, which it creates if needed.
 * @returns their paths by name
 * @throws Refusal if one exists
 */
export async function writeFiles(
  folder: string,
  files: Readonly<Record<string, string | FileParts>>,
): Promise<Record<string, string>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const written: Record<string, string> = {};
  for (const [name, text] of Object.entries(files)) {
    written[name] = path.join(folder, name);
    await writeNewFile(written[name], text);
  }
  return written;
}

/** Writes a new file completely or not at all. @throws Refusal if it exists */
export async function writeNewFile(file: string, text: string | FileParts): Promise<void> {
  try {
    const parts = typeof text === 'string' ? [text] : text;
    await pipeline(Readable.from(parts), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new Refusal(`${file} already exists and was not changed. Choose another place.`);
    }
    await rm(file, { force: true });
    throw error;
  }
}
