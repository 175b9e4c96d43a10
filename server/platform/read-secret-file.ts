import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Permissions of group and others. */
const notTheOwner = 0o077;
const bytesMax = 65_536;

/**
 * @param isPrivate refuses a file that others can read
 * @returns the text without white space around it, or the problem, which contains neither path nor
 * content
 */
export function readSecretFile(
  file: string,
  isPrivate = true,
): { text: string } | { problem: string } {
  let open: number | undefined;
  try {
    // Without waiting for the writer of a pipe.
    open = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    // Check the open file, because its name may by now lead to another file.
    const found = fstatSync(open);
    if (found.isDirectory()) return { problem: 'names a folder: write the path of a file' };
    if (!found.isFile()) return { problem: 'names something that is not a file' };
    if (isPrivate && (found.mode & notTheOwner) !== 0) {
      return { problem: 'names a file that others can read: chmod 600 it' };
    }
    if (found.size > bytesMax) return { problem: 'names a file that is too large' };
    return textOf(readFileSync(open));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
    return { problem: `names a file that cannot be read (${code})` };
  } finally {
    if (open !== undefined) closeSync(open);
  }
}

/** Editors and `echo` end it with a line feed, and some begin it with a byte order mark. */
function textOf(bytes: Uint8Array): { text: string } | { problem: string } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
    return text === '' ? { problem: 'names a file that is empty' } : { text };
  } catch {
    return { problem: 'names a file that is not text in UTF-8' };
  }
}
