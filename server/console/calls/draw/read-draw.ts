import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { campaignAheadMs } from '../../../rules/clock-offset.ts';
import { dayStart, revealFrom } from '../../../rules/period.ts';
import { readLastEntryAt } from '../../../storage/console/draw-verifications.ts';
import {
  readAmendments,
  type StoredAmendment,
} from '../../../storage/draw/amendments/amendments.ts';
import { amendmentOf } from '../../../storage/draw/amendments/amendment-schema.ts';
import { readBudget, readDeckUse } from '../../../storage/draw/budgets.ts';
import { readCommitment } from '../../../storage/draw/commitments.ts';
import { readReveal } from '../../../storage/draw/draw-reveal.ts';
import { readDrawInForce } from '../../../storage/draw/head.ts';
import { readLedgerHead } from '../../../storage/draw/ledger-export.ts';
import { drawAddresses, fairDrawAddress } from '../../../public-draw/addresses.ts';
import type { ConsoleContext, ConsoleHandler } from '../../context.ts';
import { ConsoleRefusal } from '../../http/refusal.ts';
import { verificationOf } from './read-verification.ts';

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
  const [pools, amendments, reveal, verification] = await Promise.all([
    readBudget(database, id),
    readAmendments(database, id),
    readReveal(database, id),
    verificationOf(context),
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
    verification,
  };
};

const addressesOf = ({ publicOrigin = '' }: ConsoleContext): Answer['addresses'] => ({
  page: `${publicOrigin}${fairDrawAddress}`,
  commitment: `${publicOrigin}${drawAddresses.commitment}`,
  head: `${publicOrigin}${drawAddresses.head}`,
});

function shown(
  { number, at, blocks, fixed, reserve, to, content }: StoredAmendment,
  aheadMs: number,
): Answer['amendments'][number] {
  return {
    entry: number,
    at: at + aheadMs,
    blocks,
    rewards: fixed.reduce((sum, rewards) => sum + rewards, reserve),
    lastDay: to,
    signedBy: amendmentOf(content)?.approval?.signatures.map(({ by }) => by) ?? [],
  };
}
