import { factsOfError } from '../platform/log-line.ts';
import type { Log } from '../platform/log.ts';
import type { Database } from '../database/database.ts';
import { readCommitment } from '../draw/commitments.sql.ts';
import { readDrawInForce, type DrawInForce } from '../draw/ledger.sql.ts';
import { isApproverSignature } from '../platform/approver-key.ts';
import { gainsOf } from '../draw/amendments/amendment.rules.ts';
import { followApprovals } from '../draw/amendments/approval.rules.ts';
import { budgetPoolsOf, type Commitment } from '../draw/commitment.rules.ts';
import {
  readAmendedBooks,
  type AmendedBooks,
  amendmentOf,
} from '../draw/amendments/approval-state.sql.ts';

export type CampaignFollower = {
  /** Paused by the operator, or because the signatures of an amendment could not be verified. */
  isPaused: () => boolean;
  /** The last day in force; undefined before the commitment. */
  lastDay: () => string | undefined;
  /** Reads the state now. Never throws. */
  look: () => Promise<void>;
  stop: () => void;
};

const intervalMs = 1000;

/**
 * Follows within a second whether the campaign is paused and when it ends, so that no call queries
 * it. While the database does not answer, the last state remains.
 * @param database a pool that shoppers do not wait for
 */
export async function followCampaign(
  database: Database,
  campaign: string,
  log: Pick<Log, 'info' | 'error'>,
): Promise<CampaignFollower> {
  // Read once: a commitment that is written later is not trusted.
  const commitment = await readCommitment(database, campaign);
  let state = await readDrawInForce(database, campaign);
  let approval: 'checked' | 'missing' | 'unknown' = 'checked';
  const check = async () => {
    const before = approval;
    try {
      const isApproved = !commitment || (await hasApprovedAmendments(database, commitment));
      approval = isApproved ? 'checked' : 'missing';
    } catch (error) {
      approval = 'unknown';
      if (before === 'unknown') return;
      log.error(
        { alarm: true, campaign, ...factsOfError(error) },
        'The signatures of the amendments could not be checked; trying again. Nothing new is granted until then.',
      );
      return;
    }
    if (approval === 'missing') {
      log.error(
        { alarm: true, campaign },
        'An amendment was not signed by two approvers. Nothing new is granted. See "An amendment was not signed by two approvers" in docs/run/draw-and-keys.md.',
      );
    } else if (before === 'unknown') {
      log.info({ campaign }, 'The signatures of the amendments are checked again.');
    }
  };
  await check();
  let waiting = 0;
  let last = Promise.resolve();
  const read = async () => {
    const found = await readDrawInForce(database, campaign).catch(() => undefined);
    if (!found) return;
    const before: DrawInForce = state ?? { ...found, isPaused: false };
    const isOther =
      found.amendments !== before.amendments ||
      found.blocks !== before.blocks ||
      found.lastDay !== before.lastDay;
    if (isOther || approval === 'unknown') await check();
    // While approvals cannot be checked, only a pause takes effect. The next round checks again.
    state = approval === 'unknown' ? { ...before, isPaused: found.isPaused } : found;
    const { isPaused, lastDay } = state;
    if (isPaused !== before.isPaused) {
      log.info({ campaign }, isPaused ? 'The campaign is paused.' : 'The campaign is resumed.');
    }
    if (lastDay !== before.lastDay) log.info({ campaign, lastDay }, 'The last day was moved.');
  };
  // One at a time, so that an older answer cannot arrive last.
  const look = () => {
    waiting += 1;
    last = last.then(read).finally(() => {
      waiting -= 1;
    });
    return last;
  };
  const timer = setInterval(() => {
    if (waiting === 0) void look();
  }, intervalMs);
  timer.unref();
  return {
    isPaused: () => approval !== 'checked' || (state?.isPaused ?? false),
    lastDay: () => state?.lastDay,
    look,
    stop: () => clearInterval(timer),
  };
}

/**
 * Whether two approvers signed each amendment, and deck, last day and budget match what they
 * signed. True for a campaign that does not require two people.
 */
async function hasApprovedAmendments(
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
  const expected = new Map(budgetPoolsOf(document).map((pool) => [pool.name, pool.planned]));
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
