// What made-up shoppers do: where they are from, who gives up, who types wrong, whose number has been here before. Pure;
// the shares are guesses that an operator may replace by his own, and the report says them.
import { population } from './population.ts';
import { seededRandom, pickWeighted, cumulativeSums, type SeededRandom } from './seeded-random.ts';

/** Shares, each 0 to 1, of those who come this far. */
export type Habits = {
  /** Come with a number that was here before: their own second pack, mostly. */
  repeatedNumbers: number;
  /** Register and never type the code. */
  dropBeforeCode: number;
  /** Ask for the code a second time. */
  resends: number;
  /** Type it wrong once more before they type it right. */
  wrongCodes: number;
  /** Verify and never spin. */
  dropBeforeSpin: number;
};

export const defaultHabits: Habits = {
  repeatedNumbers: 0.06,
  dropBeforeCode: 0.08,
  resends: 0.1,
  wrongCodes: 0.09,
  dropBeforeSpin: 0.02,
};

/** Typed wrong at most: one more and the code is spent. */
const wrongMost = 4;

export type SimulatedVisitor = {
  /** What names the device: as long as a real one, and no real one. */
  userKey: string;
  /** Ten digits. */
  mobile: string;
  state: string;
  /** Campaign time, ms. */
  at: number;
  typesCode: boolean;
  resends: boolean;
  wrongCodes: number;
  spins: boolean;
};

export type StateShares = 'population' | 'equal';

/** @throws RangeError naming the states that the census table has not */
export function stateWeights(states: readonly string[], shares: StateShares): number[] {
  if (shares === 'equal') return states.map(() => 1);
  const unknown = states.filter((state) => !Object.hasOwn(population, state));
  if (unknown.length === 0) return states.map((state) => population[state] ?? 0);
  throw new RangeError(
    `No number of people is known for ${unknown.join(', ')}. Let all states have the same share: --states equal.`,
  );
}

/** Makes visitors one after the other. */
export function visitorGenerator(
  seed: string,
  habits: Habits,
  states: readonly string[],
  weights: readonly number[],
): (at: number) => SimulatedVisitor {
  const dice = seededRandom(seed, 'visitors');
  const sums = cumulativeSums(weights);
  let known = 0;
  const mobile = () => {
    const isRepeated = known > 0 && dice.chance(habits.repeatedNumbers);
    const place = isRepeated ? dice.integerBelow(known) : known;
    if (!isRepeated) known += 1;
    return String(5_000_000_000 + place);
  };
  return (at) => ({
    userKey: dice.bytes(24).toString('base64url'),
    mobile: mobile(),
    state: states[pickWeighted(dice, sums)] ?? '',
    at,
    typesCode: !dice.chance(habits.dropBeforeCode),
    resends: dice.chance(habits.resends),
    wrongCodes: wrongCodesOf(dice, habits),
    spins: !dice.chance(habits.dropBeforeSpin),
  });
}

function wrongCodesOf(dice: SeededRandom, { wrongCodes }: Habits): number {
  let count = 0;
  while (count < wrongMost && dice.chance(wrongCodes)) count += 1;
  return count;
}
