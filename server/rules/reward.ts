import { poolName, type CommittedReward } from './commitment.ts';
import { blockOf, takeCard, cardPosition, type DeckPlan } from './draw.ts';
import { releasedBlocks, type ReleasePlan } from './released-blocks.ts';

export type Claim = { pseudonym: Uint8Array; state: string; today: string };

export type DeckState = {
  campaign: string;
  plan: DeckPlan;
  nextDraw: number;
  /** By block number. */
  remaining: ReadonlyMap<number, readonly number[]>;
  reserve: { amount: number; left: number } | null;
  fixedLeft: ReadonlyMap<string, number>;
};

export type Grant =
  | { kind: 'fixed'; amount: number }
  | { kind: 'reserve'; amount: number }
  | { kind: 'chance'; amount: number; drawNumber: number; block: number };

/** `paced`: today's cards are used up. */
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
 * The law comes first: a fixed state never reaches the draw, even when its fixed rewards are used
 * up; then the reserve pays. So it does when the deck is empty. Without a reserve there is no
 * grant, but the reward is still owed.
 */
export function decideRewards(
  claims: readonly Claim[],
  rules: RewardRules,
  deck: DeckState,
): { grants: (Grant | NoGrantReason)[]; after: DeckState } {
  // Copied once per batch, not per claim: a batch may have thousands of claims and blocks.
  const left: DeckLeft = {
    ...deck,
    remaining: new Map(deck.remaining),
    reserve: deck.reserve && { ...deck.reserve },
    fixedLeft: new Map(deck.fixedLeft),
  };
  const grants = claims.map((claim) => {
    const fixed = fixedRewardOf(rules.fixed, claim.state, claim.today);
    const grant = fixed
      ? (takeFixed(fixed, left) ?? takeReserve(left))
      : (drawOne(claim, rules, left) ?? takeReserve(left));
    if (grant) return grant;
    const isOver = fixed || blockOf(left.plan, left.nextDraw) === undefined;
    return isOver ? 'empty' : 'paced';
  });
  return { grants, after: left };
}

/** What one decision leaves for the next: a copy that is changed in place. */
type DeckLeft = DeckState & {
  remaining: Map<number, readonly number[]>;
  reserve: { amount: number; left: number } | null;
  fixedLeft: Map<string, number>;
};

function takeFixed({ amount, state }: CommittedReward, deck: DeckLeft): Grant | undefined {
  const pool = poolName('fixed', amount, state);
  const left = deck.fixedLeft.get(pool) ?? 0;
  if (left < 1) return undefined;
  deck.fixedLeft.set(pool, left - 1);
  return { kind: 'fixed', amount };
}

function drawOne(claim: Claim, rules: RewardRules, deck: DeckLeft): Grant | undefined {
  const drawNumber = deck.nextDraw;
  const block = blockOf(deck.plan, drawNumber);
  if (block === undefined) return undefined;
  if (block >= releasedBlocks({ ...rules.release, blocks: deck.plan.blocks }, claim.today))
    return undefined;
  const remaining = deck.remaining.get(block);
  if (!remaining) throw new Error(`Failed to draw: block ${block} of the deck was not read.`);
  const draw = { campaign: deck.campaign, block, drawNumber, pseudonym: claim.pseudonym };
  const cards = remaining.reduce((sum, count) => sum + count, 0);
  const taken = takeCard(remaining, cardPosition(rules.drawSecret, draw, cards));
  const amount = deck.plan.amounts[taken.place];
  if (amount === undefined)
    throw new Error('Failed to draw: the deck has more kinds of cards than amounts.');
  deck.nextDraw = drawNumber + 1;
  deck.remaining.set(block, taken.remaining);
  return { kind: 'chance', amount, drawNumber, block };
}

function takeReserve({ reserve }: DeckLeft): Grant | undefined {
  if (!reserve || reserve.left < 1) return undefined;
  reserve.left -= 1;
  return { kind: 'reserve', amount: reserve.amount };
}
