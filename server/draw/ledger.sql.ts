import { chainedHash, contentOf, type LedgerEntry } from './ledger.rules.ts';
import type { Head } from './head.sql.ts';

export type Unnumbered = LedgerEntry extends infer Entry
  ? Entry extends LedgerEntry
    ? Omit<Entry, 'number' | 'campaign'>
    : never
  : never;

/** `contents` and `hashes` are in the order of the entries; `head` is the head after them. */
export type Chained = { contents: string[]; hashes: Buffer[]; head: Head };

/** Numbers the entries from the locked head on, and chains each to the one before. */
export function chainEntries(
  campaign: string,
  head: Head,
  entries: readonly Unnumbered[],
): Chained {
  let { lastHash } = head;
  const contents: string[] = [];
  const hashes: Buffer[] = [];
  entries.forEach((entry, index) => {
    const content = contentOf({ ...entry, campaign, number: head.nextLedger + index });
    lastHash = chainedHash(lastHash, content);
    contents.push(content);
    hashes.push(Buffer.from(lastHash));
  });
  return { contents, hashes, head: { nextLedger: head.nextLedger + entries.length, lastHash } };
}
