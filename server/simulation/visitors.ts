// The shares are estimates; the operator may change them.
import { population } from './population.ts';
import { seededRandom, pickWeighted, cumulativeSums, type SeededRandom } from './seeded-random.ts';

/** Shares of shoppers who reach the step, 0 to 1. */
export type Habits = {
  /** Register a known mobile, mostly for a second pack. */
  repeatedNumbers: number;
  dropBeforeCode: number;
  resends: number;
  /** Each time that a code is typed. */
  wrongCodes: number;
  dropBeforeSpin: number;
};

export const defaultHabits: Habits = {
  repeatedNumbers: 0.06,
  dropBeforeCode: 0.08,
  resends: 0.1,
  wrongCodes: 0.09,
  dropBeforeSpin: 0.02,
};

/** One more would use up the code. */
const maxWrongCodes = 4;

export type SimulatedVisitor = {
  userKey: string;
  mobile: string;
  /** Undefined: all have the same weight. */
  name?: string;
  state: string;
  /** ms */
  at: number;
  typesCode: boolean;
  resends: boolean;
  wrongCodes: number;
  spins: boolean;
};

export type StateShares = 'population' | 'equal';

/** @throws RangeError with the states that the census lacks */
export function stateWeights(states: readonly string[], shares: StateShares): number[] {
  if (shares === 'equal') return states.map(() => 1);
  const unknown = states.filter((state) => !Object.hasOwn(population, state));
  if (unknown.length === 0) return states.map((state) => population[state] ?? 0);
  throw new RangeError(
    `No population is known for ${unknown.join(', ')}. Let all states have the same share: --states equal.`,
  );
}

export function visitorGenerator(
  seed: string,
  habits: Habits,
  states: readonly string[],
  weights: readonly number[],
): (at: number) => SimulatedVisitor {
  const random = seededRandom(seed, 'visitors');
  const sums = cumulativeSums(weights);
  let known = 0;
  const mobile = () => {
    const isRepeated = known > 0 && random.chance(habits.repeatedNumbers);
    const number = isRepeated ? random.integerBelow(known) : known;
    if (!isRepeated) known += 1;
    return String(5_000_000_000 + number);
  };
  return (at) => ({
    userKey: random.bytes(24).toString('base64url'),
    mobile: mobile(),
    state: states[pickWeighted(random, sums)] ?? '',
    at,
    typesCode: !random.chance(habits.dropBeforeCode),
    resends: random.chance(habits.resends),
    wrongCodes: wrongCodesOf(random, habits),
    spins: !random.chance(habits.dropBeforeSpin),
  });
}

function wrongCodesOf(random: SeededRandom, { wrongCodes }: Habits): number {
  let count = 0;
  while (count < maxWrongCodes && random.chance(wrongCodes)) count += 1;
  return count;
}
