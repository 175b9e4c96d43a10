import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { UsageError } from './command-context.ts';

export type OpenFile = {
  /** Opens it, so a failure to open it is an error of the reader. */
  read: () => ReadStream;
  /** How much was read, 0 to 1. */
  share: () => number;
};

/** @throws UsageError if there is no such file */
export async function openFile(file: string): Promise<OpenFile> {
  const found = await stat(file).catch(() => undefined);
  if (!found) throw new UsageError(`File not found: ${file}.`);
  if (!found.isFile()) throw new UsageError(`${file} is not a file. Name the file itself.`);
  let source: ReadStream | undefined;
  return {
    read: () => (source = createReadStream(file)),
    share: () => (found.size === 0 ? 1 : (source?.bytesRead ?? 0) / found.size),
  };
}
