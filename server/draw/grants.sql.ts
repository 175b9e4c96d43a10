// One transaction per batch, serialized by the head's lock, writes rewards, deck, ledger, messages
// and jobs. The cards are read before it, so that the head is not locked while waiting for `draw`.
// They were bound at verification.
import { decideRewards, type Grant, type NoGrantReason } from './reward.rules.ts';
import { dayAfter } from '../platform/period.rules.ts';
import type { Promised, RewardRules, OpenBudgetPools } from './promise.rules.ts';
import {
  batched,
  batchedReads,
  type Batched,
  rowKey,
  prepared,
  withNamedValues,
  lockThenWrite,
  type Decision,
} from '../database/batches/batch.ts';
import type { Database, Connection } from '../database/database.ts';
import type { Mutex } from '../database/batches/gather.ts';
import { DrawUnavailable, type BoundDraw, type ReadCards } from './read-cards.ts';
import { notCommitted, type Head, chainEntries, findHeldParticipants } from './ledger.sql.ts';
import { openBudgetPoolsOf, promisedOf, type BudgetPoolColumns } from './budgets.sql.ts';
import type { QueryConfig } from 'pg';
import { budgetPoolName } from './commitment.rules.ts';
import { notifyDue } from '../messages/outbox.sql.ts';

/**
 * `today`: Indian day by the campaign's clock, which decides laws and pacing.
 * `drawNumber`: of the promised card; undefined if the promise is not a card.
 */
export type RewardClaim = {
  pseudonym: Buffer;
  today: string;
  now: number;
  drawNumber: number | undefined;
};

/**
 * `newKind`: set only for the claim that was granted the reward. `unknown`: no such participant.
 */
export type Granted =
  | { amount: number; newKind?: Grant['kind'] }
  | {
      amount: undefined;
      newKind?: undefined;
      reason: NoGrantReason | 'ended' | 'paused' | 'unknown';
    };

/**
 * Idempotent: concurrent claims of one participant all get the same reward. Locks the head even if
 * the participant already has the reward.
 */
export function grantRewards(
  database: Database,
  campaign: string,
  rules: RewardRules,
  readCards: ReadCards,
  mutex?: Mutex,
): Batched<RewardClaim, Granted> {
  const cards = batchedReads(cardKeyOf, (draws: readonly BoundDraw[]) =>
    knownCards(draws, readCards),
  );
  const grants = batched(
    keyOf,
    (claims: readonly ClaimWithCard[]) =>
      lockThenWrite(
        database,
        (connection) => lockDraw(connection, campaign, claims.map(pseudonymOf)),
        (draw) => decide(campaign, claims, rules, draw),
      ),
    undefined,
    mutex,
    findHeldParticipants(database, campaign),
  );
  const withCard = async (claim: RewardClaim): Promise<ClaimWithCard> => {
    const { drawNumber, pseudonym } = claim;
    if (drawNumber === undefined) return { ...claim, card: null };
    return { ...claim, card: await cards.one([drawNumber, pseudonym.toString('hex')]) };
  };
  // Reads all cards first, so that claims without a card join the same batch.
  const all = async (claims: readonly RewardClaim[]) =>
    grants(await Promise.all(claims.map(withCard)));
  return Object.assign(all, {
    one: async (claim: RewardClaim) => grants.one(await withCard(claim)),
  });
}

/** `card` is null if it is not known. */
type ClaimWithCard = RewardClaim & { card: number | null };

const cardKeyOf = ([drawNumber, pseudonym]: BoundDraw) => rowKey(String(drawNumber), pseudonym);

/** Null if `draw` is down: claims that need no card are still granted. */
async function knownCards(
  draws: readonly BoundDraw[],
  readCards: ReadCards,
): Promise<Map<string, number | null>> {
  try {
    const cards = await readCards(draws);
    return new Map(draws.map((draw) => [cardKeyOf(draw), cards.get(draw[0]) ?? null]));
  } catch (error) {
    if (!(error instanceof DrawUnavailable)) throw error;
    return new Map(draws.map((draw) => [cardKeyOf(draw), null]));
  }
}

const pseudonymOf = ({ pseudonym }: RewardClaim) => pseudonym;

function decide(
  campaign: string,
  claims: readonly ClaimWithCard[],
  rules: RewardRules,
  draw: LockedDraw,
): Decision<Map<string, Granted>> {
  const { answers, open } = answerWithoutDeciding(claims, draw);
  const { plan, pools, lastDay } = draw;
  const cards = new Map(
    claims.flatMap(({ drawNumber, card }): [number, number][] =>
      drawNumber === undefined || card === null ? [] : [[drawNumber, card]],
    ),
  );
  const grants = decideRewards(open, rules, { blocks: plan.blocks, lastDay, pools }, cards);
  const granted = open.flatMap((claim, index) => {
    const grant = grants[index] ?? 'empty';
    const isGranted = typeof grant === 'object';
    answers.set(
      keyOf(claim),
      isGranted
        ? { amount: grant.amount, newKind: grant.kind }
        : { amount: undefined, reason: grant },
    );
    return isGranted ? [{ ...claim, grant }] : [];
  });
  const write = granted.length > 0 ? grantsWrite(campaign, draw, granted) : undefined;
  return { result: answers, write };
}

const keyOf = (claim: RewardClaim) => rowKey(claim.pseudonym);

type OpenClaim = RewardClaim & { state: string; promised: Promised };

/** Answers the claims that need no decision; `open` holds the others. */
function answerWithoutDeciding(
  claims: readonly RewardClaim[],
  { granted, participants, isRevealed, isPaused, lastDay }: LockedDraw,
): { answers: Map<string, Granted>; open: OpenClaim[] } {
  const answers = new Map<string, Granted>();
  const open = claims.flatMap((claim, index): OpenClaim[] => {
    const amount = granted[index] ?? undefined;
    const participant = participants[index];
    const isOver = isRevealed || claim.today > dayAfter(lastDay);
    if (amount !== undefined) answers.set(keyOf(claim), { amount });
    else if (isOver) answers.set(keyOf(claim), { amount, reason: 'ended' });
    else if (isPaused) answers.set(keyOf(claim), { amount, reason: 'paused' });
    else if (!participant) answers.set(keyOf(claim), { amount, reason: 'unknown' });
    else return [{ ...claim, ...participant }];
    return [];
  });
  return { answers, open };
}

type LockedDraw = {
  head: Head;
  isRevealed: boolean;
  isPaused: boolean;
  /** The last day in force. */
  lastDay: string;
  plan: { amounts: readonly number[]; cards: readonly number[]; blocks: number };
  pools: OpenBudgetPools;
  /** In the order of the claims; undefined if there is no such participant. */
  participants: readonly ({ state: string; promised: Promised } | undefined)[];
  /** Amounts in the order of the claims; null without a reward. */
  granted: readonly (number | null)[];
};

type Row = BudgetPoolColumns & {
  next_ledger: string;
  last_hash: Buffer;
  amounts: number[];
  cards: number[];
  blocks: number;
  revealed_at: Date | null;
  paused_at: Date | null;
  last_day: string;
  states: (string | null)[];
  promises: (string | null)[];
  draw_numbers: (string | null)[];
  promised_pools: (string | null)[];
  granted: (number | null)[];
};

/**
 * Locks the head and reads what these claims depend on.
 * @throws if the campaign has not committed to a draw
 */
async function lockDraw(
  connection: Connection,
  campaign: string,
  claimants: readonly Buffer[],
): Promise<LockedDraw> {
  const { rows } = await connection.query<Row>(
    prepared('select * from inaam.lock_draw($1, $2::bytea[])', [campaign, claimants]),
  );
  const [row] = rows;
  if (!row) throw notCommitted(campaign);
  const { amounts, cards, blocks } = row;
  const plan = { amounts, cards, blocks };
  return {
    head: { nextLedger: Number(row.next_ledger), lastHash: row.last_hash },
    isRevealed: row.revealed_at !== null,
    isPaused: row.paused_at !== null,
    lastDay: row.last_day,
    plan,
    pools: openBudgetPoolsOf(row),
    participants: row.states.map((state, index) => {
      const promise = row.promises[index];
      const drawNumber = row.draw_numbers[index];
      const promised = promisedOf({ promise, drawNumber, pool: row.promised_pools[index] }, plan);
      return state !== null && promised ? { state, promised } : undefined;
    }),
    granted: row.granted,
  };
}

// One statement saves a round trip while the head is locked. Triggers take the rewards out of deck
// and budget, and compare the entries with them.

type NewReward = {
  pseudonym: Buffer;
  state: string;
  today: string;
  now: number;
  promised: Promised;
  grant: Grant;
};

const grantsQuery = withNamedValues(`
  with advanced as (
    update inaam.head set next_ledger = $nextLedger, last_hash = $lastHash where campaign = $1),
  rewarded as (
    insert into inaam.reward
      (campaign, pseudonym, granted_at, amount, kind, draw_number, block, day, pool)
    select $1, * from unnest($pseudonyms::bytea[], $times::timestamptz[], $amounts::integer[],
      $kinds::text[], $drawNumbers::bigint[], $drawnBlocks::integer[], $days::date[], $pools::text[])),
  recorded as (
    insert into inaam.ledger (campaign, number, kind, pseudonym, content, hash)
    select $1, $firstLedger::bigint + place - 1, 'granted', pseudonym, content, hash
    from unnest($pseudonyms::bytea[], $contents::text[], $hashes::bytea[]) with ordinality
      as entry (pseudonym, content, hash, place)),
  owed as (
    insert into inaam.message (campaign, kind, pseudonym, owed_at, voucher_amount)
    select $1, 'voucher', *
    from unnest($pseudonyms::bytea[], $times::timestamptz[], $amounts::integer[]))
  select ${notifyDue('voucher')}`);

/** The statement that writes rewards, ledger entries, and vouchers to send. */
function grantsWrite(
  campaign: string,
  { head }: Pick<LockedDraw, 'head'>,
  granted: readonly NewReward[],
): QueryConfig {
  const chained = chainEntries(
    campaign,
    head,
    granted.map(({ pseudonym, state, today, now, promised, grant }) => ({
      kind: 'granted' as const,
      pseudonym,
      state,
      day: today,
      at: now,
      promised,
      grant,
    })),
  );
  const drawn = granted.map(({ grant }) => (grant.kind === 'chance' ? grant : undefined));
  return grantsQuery(campaign, {
    nextLedger: chained.head.nextLedger,
    lastHash: Buffer.from(chained.head.lastHash),
    firstLedger: head.nextLedger,
    pseudonyms: granted.map(({ pseudonym }) => pseudonym),
    times: granted.map(({ now }) => new Date(now)),
    amounts: granted.map(({ grant }) => grant.amount),
    kinds: granted.map(({ grant }) => grant.kind),
    drawNumbers: drawn.map((grant) => grant?.drawNumber ?? null),
    drawnBlocks: drawn.map((grant) => grant?.block ?? null),
    days: granted.map(({ today }) => today),
    pools: granted.map(({ grant, state }) => budgetPoolName(grant.kind, grant.amount, state)),
    contents: chained.contents,
    hashes: chained.hashes,
  });
}
