import { readFileSync } from 'node:fs';
import { Reader } from 'maxmind';
import { createIpLookup, type IpLookup } from './ip-lookup.ts';

const advice =
  'Write the path of an IP database in the MaxMind DB format (.mmdb), or leave it out: visits are then stored without a location';

/**
 * Reads the file once.
 * @returns the lookup, or the problem as the rest of a sentence, without the path
 */
export function openIpDatabase(file: string): { lookUp: IpLookup } | { problem: string } {
  const bytes = bytesOf(file);
  if (typeof bytes === 'string') return { problem: `names a file that ${bytes}. ${advice}` };
  const reader = readerOf(bytes);
  if (!reader) return { problem: `names a file that is not a whole IP database. ${advice}` };
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
    // The metadata is at the end, so a file whose beginning is missing opens too.
    return reader.metadata.searchTreeSize < bytes.length ? reader : undefined;
  } catch {
    return undefined;
  }
}
