import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { campaignAheadMs, dayStart, revealFrom } from '../../platform/period.rules.ts';
import { readAmendments, type StoredAmendment } from '../amendments.sql.ts';
import { readBudget, readDeckUse } from '../budgets.sql.ts';
import { readCommitment } from '../commitments.sql.ts';
import { readReveal } from '../draw-reveal.sql.ts';
import { readDrawInForce, readLastEntryAt, readLedgerHead } from '../ledger.sql.ts';
import { drawAddresses, fairDrawAddress } from './audit-files.ts';
import type { ConsoleContext, ConsoleHandler } from '../../console/context.ts';
import { ConsoleRefusal } from '../../console/refusal.ts';

type Answer = AnswerOf<'readDraw'>;

export const readDraw: ConsoleHandler<'readDraw'> = async (context) => {
  const { database, campaign, clocks } = context;
  const { id } = campaign;
  const [commitment, head, deck, inForce] = await Promise.all([
    readCommitment(database, id),
    readLedgerHead(database, id),
    readDeckUse(database, id),
    readDrawInForce(database, id),
  ]);
  if (!commitment || !head || !deck || !inForce) {
    throw new ConsoleRefusal(
      'notFound',
      'The draw is not committed to yet: both holders of its secret do that by the command `draw commit`.',
    );
  }
  const [pools, amendments, reveal] = await Promise.all([
    readBudget(database, id),
    readAmendments(database, id),
    readReveal(database, id),
  ]);
  const aheadMs = campaignAheadMs(clocks);
  const lastAt = await readLastEntryAt(database, id, head.entries);
  const { from } = commitment.document.programme;
  const committedAt = commitment.committedAt + aheadMs;
  return {
    campaign: id,
    commitment: {
      hash: commitment.hash,
      at: committedAt,
      by: commitment.by,
      isBeforeStart: committedAt < dayStart(from),
    },
    addresses: addressesOf(context),
    head: { ...head, lastAt: lastAt === null ? null : lastAt + aheadMs },
    cards: { all: deck.cards, drawn: deck.bound },
    pools: pools.map(({ kind, state, amount, planned, granted, remaining }) => ({
      kind,
      state,
      amount,
      planned,
      granted,
      left: remaining,
    })),
    amendments: amendments.map((amendment) => shown(amendment, aheadMs)),
    reveal: {
      from: revealFrom({ from, to: inForce.lastDay }),
      at: reveal ? reveal.at + aheadMs : null,
    },
  };
};

const addressesOf = ({ publicOrigin = '' }: ConsoleContext): Answer['addresses'] => ({
  page: `${publicOrigin}${fairDrawAddress}`,
  commitment: `${publicOrigin}${drawAddresses.commitment}`,
  amendments: `${publicOrigin}${drawAddresses.amendments}`,
  head: `${publicOrigin}${drawAddresses.head}`,
  ledger: `${publicOrigin}${drawAddresses.ledger}`,
  secret: `${publicOrigin}${drawAddresses.secret}`,
});

function shown(
  { number, at, blocks, fixed, reserve, to }: StoredAmendment,
  aheadMs: number,
): Answer['amendments'][number] {
  return {
    entry: number,
    at: at + aheadMs,
    blocks,
    rewards: fixed.reduce((sum, rewards) => sum + rewards, reserve),
    lastDay: to,
  };
}
