import { budgetPoolName, type CommittedReward, type DrawDocument } from './commitment.rules.ts';
import {
  fixedRewardOf,
  isReleasedOn,
  reserveOf,
  type OpenBudgetPool,
  type OpenBudgetPools,
  type Promised,
  type RewardRules,
  type InForce,
} from './promise.rules.ts';

export type Claim = { state: string; today: string; promised: Promised };

export type Grant =
  | { kind: 'fixed'; amount: number }
  | { kind: 'reserve'; amount: number }
  | { kind: 'chance'; amount: number; drawNumber: number; block: number };

/**
 * `paced`: the card's block is released on a later day. `drawDown`: `draw` did not answer the card.
 */
export type NoGrantReason = 'paced' | 'empty' | 'drawDown';

export type RewardState = InForce & { pools: OpenBudgetPools };

/**
 * Grants what was promised, with one exception: today's law overrides a card. Then the reward is
 * fixed and the card stays unused. Only participants who were promised a card get one.
 * @param cards amounts by draw number
 */
export function decideRewards(
  claims: readonly Claim[],
  { fixed, release }: RewardRules,
  { pools, ...inForce }: RewardState,
  cards: ReadonlyMap<number, number>,
): (Grant | NoGrantReason)[] {
  const left = new Map([...pools].map(([pool, state]) => [pool, { ...state }]));
  const reserve = reserveOf(pools);
  return claims.map(({ state, today, promised }) => {
    if ('pool' in promised) return grantPromised(promised.pool, left);
    const law = fixedRewardOf(fixed, state, today);
    if (law || promised.kind === 'none') {
      const pool = law && budgetPoolName('fixed', law.amount, law.state);
      return takeFree(pool, left) ?? takeFree(reserve, left) ?? 'empty';
    }
    const { drawNumber, block } = promised;
    if (!isReleasedOn(block, inForce, release, today)) return 'paced';
    const amount = cards.get(drawNumber);
    return amount === undefined ? 'drawDown' : { kind: 'chance', amount, drawNumber, block };
  });
}

type PoolsLeft = ReadonlyMap<string, OpenBudgetPool>;

function takeFree(pool: string | undefined, left: PoolsLeft): Grant | undefined {
  const state = pool === undefined ? undefined : left.get(pool);
  if (!state || state.free < 1) return undefined;
  state.free -= 1;
  return grantFrom(state);
}

function grantPromised(pool: string, left: PoolsLeft): Grant {
  const state = left.get(pool);
  if (!state) throw new Error(`Failed to grant: the budget has no pool ${pool}.`);
  return grantFrom(state);
}

const grantFrom = ({ kind, amount }: OpenBudgetPool): Grant => ({
  kind: kind === 'fixed' ? 'fixed' : 'reserve',
  amount,
});

// A campaign that closes with its deck promises each participant a card or a fixed reward, so it
// admits only as many as it can pay.

export type Admission = { pool: string; capacity: number };

export function admissionPoolOf(
  fixed: readonly CommittedReward[],
  state: string,
  today: string,
): string {
  const reward = fixedRewardOf(fixed, state, today);
  return reward ? budgetPoolName('fixed', reward.amount, reward.state) : 'chance';
}

export function admissionsOf({ deck, fixed, whenDeckEnds }: DrawDocument): Admission[] {
  if (whenDeckEnds.kind !== 'close') return [];
  const cards = deck.cards.reduce((sum, count) => sum + count, 0) * deck.blocks;
  return [
    { pool: 'chance', capacity: cards },
    ...fixed.map(({ amount, rewards, state }) => ({
      pool: budgetPoolName('fixed', amount, state),
      capacity: rewards,
    })),
  ];
}

/** @param capacity by pool; a pool without an entry has no limit */
export function admit(
  promises: readonly string[],
  capacity: ReadonlyMap<string, number>,
): boolean[] {
  const left = new Map(capacity);
  return promises.map((promise) => {
    const room = left.get(promise) ?? Infinity;
    if (room < 1) return false;
    left.set(promise, room - 1);
    return true;
  });
}
