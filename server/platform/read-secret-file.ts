import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';

/** Permissions of group and others. */
const notTheOwner = 0o077;

/**
 * @returns the text without the final line feed, or the problem, which does not contain the path
 */
export function readSecretFile(file: string): { text: string } | { problem: string } {
  let open: number | undefined;
  try {
    open = openSync(file, 'r');
    // Check the open file, because its name may by now lead to another file.
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
