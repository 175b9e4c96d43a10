import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { campaignAheadMs, dayStart, revealFrom } from '../../platform/period.rules.ts';
import {
  readLastEntryAt,
  isVerifying,
  readLastVerification,
  downloadCommand,
} from './draw-verifications.sql.ts';
import {
  amendmentLines,
  readAmendments,
  type StoredAmendment,
} from '../amendments/amendments.sql.ts';
import { programFiles, readDrawPrograms } from './audit-files.ts';
import { readBudget, readDeckUse } from '../budgets.sql.ts';
import { readCommitment } from '../commitments.sql.ts';
import { readReveal } from '../draw-reveal.sql.ts';
import { headText, readDrawInForce, readLedgerHead, readLedgerBytes } from '../ledger.sql.ts';
import { drawAddresses, fairDrawAddress } from './addresses.ts';
import type { ConsoleContext, ConsoleHandler } from '../../console/context.ts';
import { ConsoleRefusal } from '../../console/refusal.ts';
import { recordAudit } from '../../database/audit-log.ts';
import { operatorOf } from '../../console/audit-words.ts';

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
    sizes: {
      commitment: Buffer.byteLength(commitment.text),
      amendments: Buffer.byteLength(amendmentLines(amendments)),
      head: Buffer.byteLength(headText(head, clocks.wall())),
      ledger: await readLedgerBytes(database, id, head.entries),
    },
    programs: programFiles(await readDrawPrograms()),
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

type Verification = AnswerOf<'readVerification'>;

export const readVerification: ConsoleHandler<'readVerification'> = (context) =>
  verificationOf(context);

async function verificationOf(context: ConsoleContext): Promise<Verification> {
  const { database, campaign } = context;
  const running = await runningOf(context);
  const last = await readLastVerification(database, campaign.id);
  return { running, last: last ? lastOf(context, last) : null };
}

async function runningOf(context: ConsoleContext): Promise<Verification['running']> {
  const { database, campaign, clocks, drawVerifier } = context;
  const own = drawVerifier.progress();
  if (own) {
    const { phase, copied, entries, since } = own;
    const seconds = Math.max(0, Math.round((clocks.wall() - since) / 1000));
    return { phase, copied, entries, seconds };
  }
  if (!(await isVerifying(database, campaign.id))) return null;
  return { phase: 'elsewhere', copied: 0, entries: 0, seconds: 0 };
}

type Stored = NonNullable<Awaited<ReturnType<typeof readLastVerification>>>;

function lastOf({ clocks }: ConsoleContext, { at, by, details }: Stored): Verification['last'] {
  const { result, isWhole, entries, text } = details;
  return {
    result: result === 'valid' || result === 'notValid' ? result : 'failed',
    isWhole: isWhole === true,
    entries: typeof entries === 'number' ? entries : 0,
    at: at + campaignAheadMs(clocks),
    by,
    text: typeof text === 'string' ? text : '',
  };
}

export const verifyDraw: ConsoleHandler<'verifyDraw'> = async (
  { drawVerifier },
  _fields,
  { name },
) => {
  const isStarted = await drawVerifier.start(name);
  const message = isStarted
    ? 'The verification has begun.'
    : 'A verification is running already: its result is shown to everybody.';
  return { isStarted, message };
};

/** The download must begin within this time; saving a long ledger may take longer. */
export const downloadMinutes = 10;

export const allowDrawFiles: ConsoleHandler<'allowDrawFiles'> = async (
  context,
  { reason },
  signedIn,
) => {
  const { database, campaign } = context;
  const operator = operatorOf(context, signedIn, reason);
  const head = await readLedgerHead(database, campaign.id);
  if (!head) throw new ConsoleRefusal('notFound', 'The draw is not committed to yet.');
  await recordAudit(database, {
    campaign: campaign.id,
    command: downloadCommand,
    operator,
    details: { account: signedIn.id, ...head },
  });
  return { entries: head.entries, minutes: downloadMinutes };
};
