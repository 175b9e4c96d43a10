// The messages match those of verify.py. None contains a secret.

type PublishedFile = 'commitment' | 'amendments' | 'secret' | 'ledger' | 'head';

/** A published file is wrong; the message is one sentence. */
export class Mismatch extends Error {
  override readonly name = 'Mismatch';
  readonly file: PublishedFile;
  /** Line of the ledger, from 1. */
  readonly line: number | null;
  readonly what: string;
  readonly expected: string;
  readonly found: string;

  constructor(
    place: PublishedFile | { line: number },
    mismatch: { what: string; expected: string; found: string },
  ) {
    const line = typeof place === 'string' ? null : place.line;
    const file = typeof place === 'string' ? place : 'ledger';
    const where = line === null ? `The ${file}` : `Line ${line} of the ledger`;
    super(`${where}: ${mismatch.what} must be ${mismatch.expected}, but is ${mismatch.found}.`);
    this.file = file;
    this.line = line;
    this.what = mismatch.what;
    this.expected = mismatch.expected;
    this.found = mismatch.found;
  }
}

export function requireEqual(
  line: number,
  what: string,
  expected: string | number,
  found: string | number,
): void {
  if (expected === found) return;
  throw new Mismatch({ line }, { what, expected: String(expected), found: String(found) });
}

/** Nothing was verified: unreadable file or wrong options. Not a mismatch. */
export class CannotVerify extends Error {
  override readonly name = 'CannotVerify';
}
