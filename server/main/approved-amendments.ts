import { isApproverSignature } from '../platform/approver-signature.ts';
import { gainsOf } from '../draw/amendments/amendment.rules.ts';
import { followApprovals } from '../draw/amendments/approval.rules.ts';
import { poolsOf, type Commitment } from '../draw/commitment.rules.ts';
import type { Database } from '../database/database.ts';
import { readAmendedBooks, type AmendedBooks } from '../draw/amendments/amended-books.sql.ts';
import { amendmentOf } from '../draw/amendments/amendment-schema.sql.ts';

/**
 * Whether two approvers have signed each amendment, and deck, last day and budget match what they
 * signed. True for a campaign that does not require two people.
 */
export async function hasApprovedAmendments(
  database: Database,
  commitment: Pick<Commitment, 'document' | 'hash'>,
): Promise<boolean> {
  const { approvers, campaign } = commitment.document;
  if (!approvers) return true;
  const books = await readAmendedBooks(database, campaign);
  return books === undefined || areApproved(commitment, books);
}

export function areApproved(
  { document, hash: commitment }: Pick<Commitment, 'document' | 'hash'>,
  { amendments, blocks, lastDay, planned }: AmendedBooks,
): boolean {
  const entries = amendments.map(({ content, hash }) => ({ entry: amendmentOf(content), hash }));
  const committed = { approvers: document.approvers, after: commitment };
  if (!followApprovals(committed, entries, isApproverSignature)) return false;
  const expected = new Map(poolsOf(document).map((pool) => [pool.name, pool.planned]));
  let [allBlocks, to] = [document.deck.blocks, document.programme.to];
  for (const { entry } of entries) {
    if (!entry) return false;
    allBlocks += entry.blocks;
    to = entry.to;
    for (const { name, planned: added } of gainsOf(document, entry)) {
      expected.set(name, (expected.get(name) ?? 0) + added);
    }
  }
  const isBudget =
    expected.size === Object.keys(planned).length &&
    [...expected].every(([pool, count]) => planned[pool] === count);
  return isBudget && blocks === allBlocks && lastDay === to;
}
