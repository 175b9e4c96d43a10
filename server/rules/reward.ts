// Which reward a participant gets: fixed by law, drawn from the deck, or from the reserve after the
// deck. Pure.
import { poolName, type CommittedReward } from './commitment.ts';
import { blockOf, takeCard, cardPosition, type DeckPlan } from './draw.ts';
import { releasedBlocks, type ReleasePlan } from './released-blocks.ts';

export type Claim = { pseudonym: Uint8Array; state: string; today: string };

/** What the head, the deck's rows and the budget say while they are held. */
export type DeckState = {
  campaign: string;
  plan: DeckPlan;
  nextDraw: number;
  /** What remains in each block that may be drawn from, by its number. */
  remaining: ReadonlyMap<number, readonly number[]>;
  /** Null where the campaign closes with its deck. */
  reserve: { amount: number; left: number } | null;
  /** What remains of the fixed rewards, by the name of their pool. */
  fixedLeft: ReadonlyMap<string, number>;
};

export type Grant =
  | { kind: 'fixed'; amount: number }
  | { kind: 'reserve'; amount: number }
  | { kind: 'chance'; amount: number; drawNumber: number; block: number };

/**
 * Why there is no reward now: the cards of the day are used up and others follow, or nothing is
 * left at all.
 */
export type NoGrantReason = 'paced' | 'empty';

/** The part of a campaign that decides about rewards. */
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

/** The fixed reward of a state on a day, where the law gives one. */
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
 * Decides the claims in their order and says how the deck stands afterwards.
 *
 * The law comes first: a fixed state's claim never reaches the draw and takes no draw number, even
 * when the planned fixed rewards are used up: then the reserve pays. A claim whose block has no
 * card left draws on in the next block, because draw numbers run on; where the next block is not
 * released yet, or there is none, the reserve pays. Where that is empty too the claim has no grant:
 * the caller tells the participant to come back, or alarms. No debt is dropped.
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
