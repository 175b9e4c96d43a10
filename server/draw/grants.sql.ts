// One transaction per batch, serialized by the head's lock: reward, deck, ledger, message and job
// are written together or not at all. The cards are read before, so that nobody waits for `draw`
// while the head is locked. They were bound when the numbers were verified.
import { decideRewards, type Grant, type NoGrantReason } from './reward.rules.ts';
import { dayAfter } from '../platform/period.rules.ts';
import type { Promised, RewardRules } from './promise.rules.ts';
import { batched, batchedReads, type Batched } from '../database/batches/batch.ts';
import type { Database } from '../database/database.ts';
import type { Mutex } from '../database/batches/mutex.ts';
import { lockDraw, type LockedDraw } from './lock-draw.sql.ts';
import { lockThenWrite, type Decision } from '../database/batches/lock-then-write.ts';
import { DrawUnavailable, type ReadCards } from './read-cards.sql.ts';
import { rowKey } from '../database/batches/row-key.ts';
import { grantsWrite } from './write-grants.sql.ts';

/**
 * `today`: Indian day by the campaign's clock, on which laws and pacing depend. `drawNumber`: of
 * the promised card; undefined if the promise is not a card.
 */
export type RewardClaim = {
  pseudonym: Buffer;
  today: string;
  now: number;
  drawNumber: number | undefined;
};

/** `newKind`: only for the claim that was granted the reward. `unknown`: no such participant. */
export type Granted =
  | { amount: number; newKind?: Grant['kind'] }
  | {
      amount: undefined;
      newKind?: undefined;
      why: NoGrantReason | 'ended' | 'paused' | 'unknown';
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
  const cards = batchedReads(String, (drawNumbers: readonly number[]) =>
    knownCards(drawNumbers, readCards),
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
  );
  const withCard = async (claim: RewardClaim): Promise<ClaimWithCard> => {
    const { drawNumber } = claim;
    return { ...claim, card: drawNumber === undefined ? null : await cards.one(drawNumber) };
  };
  // Reads all cards first, so that claims without a card are in the same batch.
  const all = async (claims: readonly RewardClaim[]) =>
    grants(await Promise.all(claims.map(withCard)));
  return Object.assign(all, {
    one: async (claim: RewardClaim) => grants.one(await withCard(claim)),
  });
}

/** `card` is null if it is not known. */
type ClaimWithCard = RewardClaim & { card: number | null };

/** Null if `draw` is down: claims that need no card are granted all the same. */
async function knownCards(
  drawNumbers: readonly number[],
  readCards: ReadCards,
): Promise<Map<string, number | null>> {
  try {
    const cards = await readCards(drawNumbers);
    return new Map(drawNumbers.map((number) => [String(number), cards.get(number) ?? null]));
  } catch (error) {
    if (!(error instanceof DrawUnavailable)) throw error;
    return new Map(drawNumbers.map((number) => [String(number), null]));
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
      isGranted ? { amount: grant.amount, newKind: grant.kind } : { amount: undefined, why: grant },
    );
    return isGranted ? [{ ...claim, grant }] : [];
  });
  const write = granted.length > 0 ? grantsWrite(campaign, draw, granted) : undefined;
  return { result: answers, write };
}

const keyOf = (claim: RewardClaim) => rowKey(claim.pseudonym);

type OpenClaim = RewardClaim & { state: string; promised: Promised };

/** Answers the claims that need no decision; `open` are the others. */
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
    else if (isOver) answers.set(keyOf(claim), { amount, why: 'ended' });
    else if (isPaused) answers.set(keyOf(claim), { amount, why: 'paused' });
    else if (!participant) answers.set(keyOf(claim), { amount, why: 'unknown' });
    else return [{ ...claim, ...participant }];
    return [];
  });
  return { answers, open };
}
