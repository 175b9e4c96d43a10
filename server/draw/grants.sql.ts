// One transaction per batch, serialized by the head's lock, writes rewards, deck, ledger and
// messages. The cards are read before it, so that the head is not locked while waiting for `draw`.
// They were bound at verification.
import { decideRewards, type Grant, type NoGrantReason } from './reward.rules.ts';
import type { Promised, RewardRules } from './promise.rules.ts';
import {
  batched,
  batchedReads,
  type Batched,
  rowKey,
  withNamedValues,
  lockThenWrite,
  type Decision,
} from '../database/batches/batch.ts';
import type { Database } from '../database/database.ts';
import type { Mutex } from '../database/batches/gather.ts';
import { DrawUnavailable, type BoundDraw, type ReadCards } from './read-cards.ts';
import { closedFor, findHeldParticipants, lockDraw, type LockedDraw } from './ledger.sql.ts';
import type { QueryConfig } from 'pg';
import { rewardRows, rewardValues } from './reward-rows.sql.ts';

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
  draw: LockedDraw,
): { answers: Map<string, Granted>; open: OpenClaim[] } {
  const answers = new Map<string, Granted>();
  const open = claims.flatMap((claim, index): OpenClaim[] => {
    const amount = draw.granted[index] ?? undefined;
    const participant = draw.participants[index];
    const closed = closedFor(claim, draw);
    if (amount !== undefined) answers.set(keyOf(claim), { amount });
    else if (closed) answers.set(keyOf(claim), { amount, reason: closed });
    else if (!participant) answers.set(keyOf(claim), { amount, reason: 'unknown' });
    else return [{ ...claim, ...participant }];
    return [];
  });
  return { answers, open };
}

const grantsQuery = withNamedValues(`with ${rewardRows}`);

/** The statement that writes rewards, ledger entries, and vouchers to send. */
function grantsWrite(
  campaign: string,
  { head }: LockedDraw,
  granted: readonly (OpenClaim & { grant: Grant })[],
): QueryConfig {
  const entries = granted.map(({ pseudonym, state, today: day, now: at, promised, grant }) => {
    return { kind: 'granted' as const, pseudonym, state, day, at, promised, grant };
  });
  return grantsQuery(campaign, rewardValues(campaign, head, entries));
}
