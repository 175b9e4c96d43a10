// A campaign that closes with its deck promises each participant a card or a fixed reward, so it
// admits only as many as it can pay.
import { poolName, type CommittedReward, type DrawDocument } from './commitment.rules.ts';
import { fixedRewardOf } from './promise.rules.ts';

export type Admission = { pool: string; capacity: number };

export function admissionPoolOf(
  fixed: readonly CommittedReward[],
  state: string,
  today: string,
): string {
  const reward = fixedRewardOf(fixed, state, today);
  return reward ? poolName('fixed', reward.amount, reward.state) : 'chance';
}

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
