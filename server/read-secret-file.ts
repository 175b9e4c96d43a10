import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';

/** Group and others. */
const notTheOwner = 0o077;

/** @returns its text without the line feed at the end, or the problem, which has no path in it */
export function readSecretFile(file: string): { text: string } | { problem: string } {
  let open: number | undefined;
  try {
    open = openSync(file, 'r');
    // Of the file that is open: its name could be that of another one by now.
    const { mode } = fstatSync(open);
    if ((mode & notTheOwner) !== 0) {
      return { problem: 'names a file that others can read: chmod 600 it' };
    }
    return { text: readFileSync(open, 'utf8').trim() };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
    return { problem: `names a file that cannot be read (${code})` };
  } finally {
    if (open !== undefined) closeSync(open);
  }
}
