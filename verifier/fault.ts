// What is wrong with what was published: the place, what it must be, what it is. Never a secret, never a guess at who
// did it. The second implementation (verify.py) says the same sentences.

/** Published things that are checked. */
type File = 'commitment' | 'secret' | 'ledger' | 'head';

export class Fault extends Error {
  override readonly name = 'Fault';
  readonly file: File;
  /** Of the ledger, from 1. */
  readonly line: number | null;
  readonly what: string;
  readonly expected: string;
  readonly found: string;

  constructor(
    place: File | { line: number },
    fault: { what: string; expected: string; found: string },
  ) {
    const line = typeof place === 'string' ? null : place.line;
    const file = typeof place === 'string' ? place : 'ledger';
    const where = line === null ? `The ${file}` : `Line ${line} of the ledger`;
    super(`${where}: ${fault.what} must be ${fault.expected}, but is ${fault.found}.`);
    this.file = file;
    this.line = line;
    this.what = fault.what;
    this.expected = fault.expected;
    this.found = fault.found;
  }
}

/** What could not be tried at all: a file that can't be read, a question that was not put clearly. */
export class Untried extends Error {
  override readonly name = 'Untried';
}
