import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommittedReward } from './commitment.rules.ts';
import {
  decidePromises,
  fixedRewardOf,
  type Newcomer,
  type OpenBudgetPool,
  type Promised,
  type PromiseState,
  type RewardRules,
} from './promise.rules.ts';

const law: CommittedReward = {
  state: 'Tamil Nadu',
  amount: 3,
  chance: 'forbidden',
  law: 'an act',
  from: '2025-05-06',
  until: null,
  rewards: 1,
};
const fixedPool = 'fixed:Tamil Nadu:3';
const programme = { from: '2025-05-06', to: '2025-09-15' };
const rules = (more: Partial<RewardRules> = {}): RewardRules => ({
  fixed: [law],
  release: { blocks: 4, pacing: null, programme },
  ...more,
});
const daily = {
  blocks: 4,
  pacing: 'daily',
  programme: { from: '2025-07-01', to: '2025-07-04' },
} as const;

const stateOf = (blocks: number, reserve: number | null, fixed = 0): PromiseState => ({
  plan: { cards: [7, 2, 1], blocks },
  lastDay: '2025-07-04',
  nextDraw: 0,
  pools: new Map<string, OpenBudgetPool>([
    [fixedPool, { kind: 'fixed', amount: 3, free: fixed }],
    ...(reserve === null
      ? []
      : ([['reserve:3', { kind: 'reserve', amount: 3, free: reserve }]] as const)),
  ]),
});
const newcomers = (count: number, state = 'Goa', today = '2025-07-01'): Newcomer[] =>
  Array.from({ length: count }, () => ({ state, today }));
const kinds = (promises: readonly Promised[]) => promises.map(({ kind }) => kind);
const blocksOf = (promises: readonly Promised[]) =>
  promises.flatMap((one) => (one.kind === 'chance' ? [one.block] : []));

test('[CAM-3] draw numbers have no gap, however the newcomers are batched', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 4, maxLength: 12 });
  fc.assert(
    fc.property(sizes, (batches) => {
      let state = stateOf(2, 100, 5);
      const numbers: number[] = [];
      for (const size of batches) {
        const decided = decidePromises(newcomers(size), rules(), state);
        numbers.push(
          ...decided.promises.flatMap((one) => (one.kind === 'chance' ? [one.drawNumber] : [])),
        );
        state = { ...state, nextDraw: decided.nextDraw };
      }
      expect(numbers).toEqual(numbers.map((_, at) => at));
    }),
  );
});

test('[CAM-3] after the deck the reserve is promised, and after the reserve nothing', () => {
  const { promises, nextDraw } = decidePromises(newcomers(23), rules(), stateOf(2, 2));
  expect(kinds(promises)).toEqual([...Array(20).fill('chance'), 'reserve', 'reserve', 'none']);
  expect(blocksOf(promises)).toEqual([...Array(10).fill(0), ...Array(10).fill(1)]);
  expect(nextDraw).toBe(20);
});

test.each([
  [2, 1, ['fixed', 'fixed', 'reserve', 'none']],
  [0, 0, ['none', 'none', 'none', 'none']],
  [4, 9, ['fixed', 'fixed', 'fixed', 'fixed']],
])(
  '[CAM-1][CAM-3] with %i fixed rewards and a reserve of %i left Tamil Nadu is promised %j, and never a card',
  (fixed, reserve, expected) => {
    const asked = newcomers(4, 'Tamil Nadu');
    const { promises, nextDraw } = decidePromises(asked, rules(), stateOf(2, reserve, fixed));
    expect(kinds(promises)).toEqual(expected);
    expect(nextDraw).toBe(0);
  },
);

test('[CAM-3] where the day is used up the reserve is promised, and without one the next card for when it is released', () => {
  const paced = (today: string, count: number, reserve: number | null) =>
    decidePromises(newcomers(count, 'Goa', today), rules({ release: daily }), stateOf(4, reserve));
  expect(kinds(paced('2025-07-02', 22, 1).promises)).toEqual([
    ...Array(20).fill('chance'),
    'reserve',
    'chance',
  ]);
  const { promises, nextDraw } = paced('2025-07-01', 41, null);
  expect(kinds(promises)).toEqual([...Array(40).fill('chance'), 'none']);
  expect(blocksOf(promises).at(-1)).toBe(3);
  expect(nextDraw).toBe(40);
});

test('[CAM-3] whatever comes in whatever order: no pool is promised beyond what is free of it, and no law gets a card', () => {
  const someone = fc.record({
    state: fc.constantFrom('Goa', 'Tamil Nadu'),
    today: fc.constantFrom('2025-06-30', '2025-07-01', '2025-07-02', '2025-07-04'),
  });
  fc.assert(
    fc.property(
      fc.array(someone, { maxLength: 60 }),
      fc.nat(5),
      fc.nat(5),
      fc.boolean(),
      (asked, reserve, fixed, isPaced) => {
        const own = rules(isPaced ? { release: daily } : {});
        const { promises, nextDraw } = decidePromises(asked, own, stateOf(4, reserve, fixed));
        const count = (kind: Promised['kind']) => kinds(promises).filter((one) => one === kind);
        expect(count('reserve').length).toBeLessThanOrEqual(reserve);
        expect(count('fixed').length).toBeLessThanOrEqual(fixed);
        expect(count('chance')).toHaveLength(nextDraw);
        promises.forEach(({ kind }, at) => {
          const isLaw = asked[at]?.state === 'Tamil Nadu';
          expect(isLaw ? 'chance' : 'fixed').not.toBe(kind);
        });
      },
    ),
  );
});

test.each([
  ['2025-05-05', undefined],
  ['2025-05-06', 3],
  ['2025-08-31', 3],
  ['2025-09-01', undefined],
])('[CAM-1] a law from 6 May to 31 August gives on %s: %s', (today, amount) => {
  const dated = { ...law, until: '2025-08-31' };
  expect(fixedRewardOf([dated], 'Tamil Nadu', today)?.amount).toBe(amount);
  expect(fixedRewardOf([dated], 'Kerala', today)).toBeUndefined();
});
