// A campaign that closes with its deck has no reserve, and promises each participant a card or the
// fixed reward of the state at verification.
import { poolName, type CommittedReward, type DrawDocument } from './commitment.ts';
import { fixedRewardOf } from './reward.ts';

/** `pool`: `chance`, or the name of a fixed reward's pool. */
export type Admission = { pool: string; capacity: number };

export function admissionPoolOf(
  fixed: readonly CommittedReward[],
  state: string,
  today: string,
): string {
  const reward = fixedRewardOf(fixed, state, today);
  return reward ? poolName('fixed', reward.amount, reward.state) : 'chance';
}

/** Empty for a campaign with a reserve. */
export function admissionsOf({ deck, fixed, whenDeckEnds }: DrawDocument): Admission[] {
  if (whenDeckEnds.kind !== 'close') return [];
  const cards = deck.cards.reduce((sum, count) => sum + count, 0) * deck.blocks;
  return [
    { pool: 'chance', capacity: cards },
    ...fixed.map(({ amount, rewards, state }) => ({
      pool: poolName('fixed', amount, state),
      capacity: rewards,
    })),
  ];
}

/**
 * Admits in order while there is capacity.
 * @param capacity by pool; a pool that is not in it has no limit
 * @returns whether each is admitted
 */
export function admit(
  promises: readonly string[],
  capacity: ReadonlyMap<string, number>,
): boolean[] {
  const left = new Map(capacity);
  return promises.map((promise) => {
    const most = left.get(promise);
    if (most === undefined) return true;
    if (most < 1) return false;
    left.set(promise, most - 1);
    return true;
  });
}
