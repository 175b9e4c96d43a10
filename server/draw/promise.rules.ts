// What a participant is promised when the number is verified (docs/decisions/0022). After that
// nothing changes the card: not what anybody else does, and not the moment of playing.
import { budgetPoolName, type CommittedReward, type BudgetPool } from './commitment.rules.ts';
import { blockOf, type DeckPlan } from './draw.rules.ts';
import { dayStart, type Programme, dayMs } from '../platform/period.rules.ts';

export type Promised =
  | { kind: 'chance'; drawNumber: number; block: number }
  | { kind: 'fixed' | 'reserve'; pool: string }
  | { kind: 'none' };

/**
 * The fixed rewards and the reserve, by pool. `free` counts what is neither granted nor promised.
 */
export type OpenBudgetPools = ReadonlyMap<string, OpenBudgetPool>;
export type OpenBudgetPool = { kind: BudgetPool['kind']; amount: number; free: number };

export type RewardPlan = {
  fixed: readonly CommittedReward[];
  draw: Pick<ReleasePlan, 'pacing'> & { deck: Pick<ReleasePlan, 'blocks'> };
  programme: ReleasePlan['programme'];
};

export type RewardRules = {
  fixed: readonly CommittedReward[];
  release: ReleasePlan;
};

export function rewardRulesOf({ fixed, draw, programme }: RewardPlan): RewardRules {
  return { fixed, release: { blocks: draw.deck.blocks, pacing: draw.pacing, programme } };
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

export type Newcomer = { state: string; today: string };

export type PromiseState = {
  /** Includes blocks that amendments added. */
  plan: Pick<DeckPlan, 'cards' | 'blocks'>;
  /** The last day in force. */
  lastDay: string;
  nextDraw: number;
  pools: OpenBudgetPools;
};

/**
 * The law comes first: a state with a fixed reward never gets a draw number. If its fixed rewards
 * are used up, the reserve pays. Everyone else gets the next draw number. If today's blocks are
 * used up, the reserve pays; without a reserve, the next card is promised for its release day.
 */
export function decidePromises(
  newcomers: readonly Newcomer[],
  { fixed, release }: RewardRules,
  { plan, lastDay, nextDraw: firstDraw, pools }: PromiseState,
): { promises: Promised[]; nextDraw: number } {
  const free = new Map([...pools].map(([pool, { free: left }]) => [pool, left]));
  const take = (pool: string): boolean => {
    const left = free.get(pool) ?? 0;
    if (left < 1) return false;
    free.set(pool, left - 1);
    return true;
  };
  const reserve = reserveOf(pools);
  const takeReserve = (): Promised | undefined =>
    reserve !== undefined && take(reserve) ? { kind: 'reserve', pool: reserve } : undefined;

  const inForce = { blocks: plan.blocks, lastDay };
  let nextDraw = firstDraw;
  const promises = newcomers.map(({ state, today }): Promised => {
    const law = fixedRewardOf(fixed, state, today);
    if (law) {
      const pool = budgetPoolName('fixed', law.amount, law.state);
      return take(pool) ? { kind: 'fixed', pool } : (takeReserve() ?? { kind: 'none' });
    }
    const block = blockOf(plan, nextDraw);
    const isReleased = block !== undefined && isReleasedOn(block, inForce, release, today);
    const promised = isReleased ? undefined : takeReserve();
    if (promised) return promised;
    if (block === undefined) return { kind: 'none' };
    nextDraw += 1;
    return { kind: 'chance', drawNumber: nextDraw - 1, block };
  });
  return { promises, nextDraw };
}

export function isReleasedOn(
  block: number,
  inForce: InForce,
  release: RewardRules['release'],
  today: string,
): boolean {
  return block < releasedBlocks(release, inForce, today);
}

export function reserveOf(pools: OpenBudgetPools): string | undefined {
  return [...pools].find(([, { kind }]) => kind === 'reserve')?.[0];
}

// With pacing, each day releases a proportional share of the blocks. Unused ones remain available.

/** As committed. */
export type ReleasePlan = { blocks: number; pacing: 'daily' | null; programme: Programme };

/** With amendments: the number of all blocks, and the last day. */
export type InForce = { blocks: number; lastDay: string };

/** The pace remains as committed. Blocks that amendments add are released at once. */
export function releasedBlocks(
  { blocks, pacing, programme }: ReleasePlan,
  inForce: InForce,
  day: string,
): number {
  if (pacing === null || day >= inForce.lastDay) return inForce.blocks;
  const days = Math.round((dayStart(programme.to) - dayStart(programme.from)) / dayMs) + 1;
  const gone = Math.round((dayStart(day) - dayStart(programme.from)) / dayMs) + 1;
  if (gone < 1) return 0;
  return Math.floor((blocks * Math.min(gone, days)) / days) + inForce.blocks - blocks;
}
