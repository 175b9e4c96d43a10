// Amendments: ledger entries that change the commitment.
import type { Amended } from './ledger-entry.ts';
import { Mismatch, requireEqual } from './mismatch.ts';
import type { DrawRules } from './draw-rules.ts';

/**
 * Checks an amendment and applies it.
 * @param previous the hash of the previous entry, hex
 */
export function checkAmendment(
  entry: Amended,
  line: number,
  previous: string,
  rules: DrawRules,
): void {
  requireEqual(line, 'seal', rules.sealOf(previous, entry.content), entry.seal);
  const fault = rules.amendmentFault(entry);
  if (fault) throw new Mismatch({ line }, fault);
  rules.amend(entry);
}

/** The lines published while the campaign ran: the ledger must have exactly these. */
export class PublishedAmendments {
  readonly #lines: readonly Buffer[];
  #found = 0;

  /** @throws Mismatch if a line has no line feed */
  constructor(bytes: Buffer) {
    const lines: Buffer[] = [];
    for (let from = 0; from < bytes.length;) {
      const end = bytes.indexOf(10, from);
      if (end === -1) {
        throw mismatch('the end of the last line', 'a line feed', 'missing: the file was torn');
      }
      lines.push(bytes.subarray(from, end));
      from = end + 1;
    }
    this.#lines = lines;
  }

  /** @param line of the ledger, without its line feed */
  take(line: Buffer, number: number): void {
    const published = this.#lines[this.#found];
    if (!published?.equals(line)) {
      const expected = `line ${number} of the ledger`;
      const found = published ? 'something else' : 'missing';
      throw mismatch(`line ${this.#found + 1}`, expected, found);
    }
    this.#found += 1;
  }

  finish(): void {
    if (this.#found === this.#lines.length) return;
    throw mismatch('the number of lines', String(this.#found), String(this.#lines.length));
  }
}

const mismatch = (what: string, expected: string, found: string) =>
  new Mismatch('amendments', { what, expected, found });
