// Who is admitted to a campaign that closes with its deck: nobody more than it can pay. Each
// participant is promised a card, or the fixed reward of the state, at the verification; there is
// no reserve. Pure.
import { poolName, type CommittedReward, type DrawDocument } from './commitment.ts';
import { fixedRewardOf } from './reward.ts';

/**
 * How many may be promised something, by what it is: `chance`, or the name of a fixed reward's
 * pool.
 */
export type Admission = { pool: string; capacity: number };

/** What a participant of a state is promised on a day. */
export function admissionPoolOf(
  fixed: readonly CommittedReward[],
  state: string,
  today: string,
): string {
  const reward = fixedRewardOf(fixed, state, today);
  return reward ? poolName('fixed', reward.amount, reward.state) : 'chance';
}

/** The admissions of a campaign; none where a reserve pays whoever comes. */
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
 * Admits in order while there is room.
 * @param room how many more of each promise can be kept; a promise that is not in it has no limit
 * @returns for each whether it is admitted
 */
export function admit(promises: readonly string[], room: ReadonlyMap<string, number>): boolean[] {
  const left = new Map(room);
  return promises.map((promise) => {
    const most = left.get(promise);
    if (most === undefined) return true;
    if (most < 1) return false;
    left.set(promise, most - 1);
    return true;
  });
}
