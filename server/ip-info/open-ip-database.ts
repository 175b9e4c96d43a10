// Opens the file of an IP database and says in a sentence what is wrong with it. Reads it once and whole, so that
// nothing waits for a disk later; does not watch it: a new file takes a new start.
import { readFileSync } from 'node:fs';
import { Reader } from 'maxmind';
import { createIpLookup, type IpLookup } from './ip-lookup.ts';

const mend =
  'Write the path of an IP database in the MaxMind DB format (.mmdb), or leave it out: visits are then kept without a place';

/** @returns the look-up, or the fault of what the file is named by, without its path */
export function openIpDatabase(file: string): { lookUp: IpLookup } | { fault: string } {
  const bytes = bytesOf(file);
  if (typeof bytes === 'string') return { fault: `names a file that ${bytes}. ${mend}` };
  const reader = readerOf(bytes);
  if (!reader) return { fault: `names a file that is not a whole IP database. ${mend}` };
  return { lookUp: createIpLookup(reader) };
}

function bytesOf(file: string): Buffer | string {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return `cannot be read${code}`;
  }
}

function readerOf(bytes: Buffer) {
  try {
    const reader = new Reader(bytes);
    // What the file says of itself stands at its end: one that was cut off in front opens too.
    return reader.metadata.searchTreeSize < bytes.length ? reader : undefined;
  } catch {
    return undefined;
  }
}
