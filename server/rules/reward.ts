// Decides each reward: fixed by law, drawn from the deck, or from the reserve after the deck.
import { poolName, type CommittedReward } from './commitment.ts';
import { blockOf, takeCard, cardPosition, type DeckPlan } from './draw.ts';
import { releasedBlocks, type ReleasePlan } from './released-blocks.ts';

export type Claim = { pseudonym: Uint8Array; state: string; today: string };

/** Read under the head's lock. */
export type DeckState = {
  campaign: string;
  plan: DeckPlan;
  nextDraw: number;
  /** Cards left in each block that may be drawn from, by block number. */
  remaining: ReadonlyMap<number, readonly number[]>;
  /** Null if the campaign closes with its deck. */
  reserve: { amount: number; left: number } | null;
  /** Fixed rewards left, by pool name. */
  fixedLeft: ReadonlyMap<string, number>;
};

export type Grant =
  | { kind: 'fixed'; amount: number }
  | { kind: 'reserve'; amount: number }
  | { kind: 'chance'; amount: number; drawNumber: number; block: number };

/** `paced`: today's cards are used up, more follow; `empty`: nothing is left. */
export type NoGrantReason = 'paced' | 'empty';

export type RewardPlan = {
  fixed: readonly CommittedReward[];
  draw: Pick<ReleasePlan, 'pacing'>;
  programme: ReleasePlan['programme'];
};

export type RewardRules = {
  fixed: readonly CommittedReward[];
  drawSecret: Uint8Array;
  release: Omit<ReleasePlan, 'blocks'>;
};

export function rewardRulesOf(
  { fixed, draw, programme }: RewardPlan,
  drawSecret: Uint8Array,
): RewardRules {
  return { fixed, drawSecret, release: { pacing: draw.pacing, programme } };
}

/** Undefined if the state has none on that day. */
export function fixedRewardOf(
  rewards: readonly CommittedReward[],
  state: string,
  today: string,
): CommittedReward | undefined {
  return rewards.find(
    (fixed) =>
      fixed.state === state &&
      fixed.from <= today &&
      (fixed.until === null || today <= fixed.until),
  );
}

/**
 * Decides claims in order and returns the new state of the deck. The law comes first: a fixed state
 * never reaches the draw, and takes no draw number even when its fixed rewards are used up; then
 * the reserve pays. A claim whose block is empty draws from the next released block, else the
 * reserve pays. If that is empty too there is no grant, but the debt remains: the caller asks the
 * participant to return, or raises an alarm.
 */
export function decideRewards(
  claims: readonly Claim[],
  rules: RewardRules,
  deck: DeckState,
): { grants: (Grant | NoGrantReason)[]; after: DeckState } {
  let after = deck;
  const grants = claims.map((claim) => {
    const fixed = fixedRewardOf(rules.fixed, claim.state, claim.today);
    const step = fixed
      ? (takeFixed(fixed, after) ?? takeReserve(after))
      : (drawOne(claim, rules, after) ?? takeReserve(after));
    if (!step) {
      const isOver = fixed || blockOf(after.plan, after.nextDraw) === undefined;
      return isOver ? 'empty' : 'paced';
    }
    after = step.after;
    return step.grant;
  });
  return { grants, after };
}

type Step = { grant: Grant; after: DeckState };

function takeFixed({ amount, state }: CommittedReward, deck: DeckState): Step | undefined {
  const pool = poolName('fixed', amount, state);
  const left = deck.fixedLeft.get(pool) ?? 0;
  if (left < 1) return undefined;
  return {
    grant: { kind: 'fixed', amount },
    after: { ...deck, fixedLeft: new Map(deck.fixedLeft).set(pool, left - 1) },
  };
}

function drawOne(claim: Claim, rules: RewardRules, deck: DeckState): Step | undefined {
  const block = blockOf(deck.plan, deck.nextDraw);
  if (block === undefined) return undefined;
  if (block >= releasedBlocks({ ...rules.release, blocks: deck.plan.blocks }, claim.today))
    return undefined;
  const remaining = deck.remaining.get(block);
  if (!remaining) throw new Error(`Failed to draw: block ${block} of the deck was not read.`);
  const draw = {
    campaign: deck.campaign,
    block,
    drawNumber: deck.nextDraw,
    pseudonym: claim.pseudonym,
  };
  const cards = remaining.reduce((sum, count) => sum + count, 0);
  const taken = takeCard(remaining, cardPosition(rules.drawSecret, draw, cards));
  const amount = deck.plan.amounts[taken.place];
  if (amount === undefined)
    throw new Error('Failed to draw: the deck has more kinds of cards than amounts.');
  return {
    grant: { kind: 'chance', amount, drawNumber: deck.nextDraw, block },
    after: {
      ...deck,
      nextDraw: deck.nextDraw + 1,
      remaining: new Map(deck.remaining).set(block, taken.remaining),
    },
  };
}

function takeReserve(deck: DeckState): Step | undefined {
  if (!deck.reserve || deck.reserve.left < 1) return undefined;
  const { amount, left } = deck.reserve;
  return {
    grant: { kind: 'reserve', amount },
    after: { ...deck, reserve: { amount, left: left - 1 } },
  };
}
