import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommittedReward } from './commitment.ts';
import {
  decideRewards,
  fixedRewardOf,
  type Claim,
  type DeckState,
  type Grant,
  type RewardRules,
  type NoGrantReason,
} from './reward.ts';

const drawSecret = new Uint8Array(32).fill(7);
const law: CommittedReward = {
  state: 'Tamil Nadu',
  amount: 3,
  law: 'an act',
  from: '2025-05-06',
  until: null,
  rewards: 1,
};
const pool = 'fixed:Tamil Nadu:3';
const programme = { from: '2025-05-06', to: '2025-09-15' };
const rules = (more: Partial<RewardRules> = {}): RewardRules => ({
  fixed: [],
  drawSecret,
  release: { pacing: null, programme },
  ...more,
});
const daily = { pacing: 'daily', programme: { from: '2025-07-01', to: '2025-07-04' } } as const;

const stateOf = (blocks: number, reserve: number | null, fixed = 0): DeckState => ({
  campaign: 'tea',
  plan: { amounts: [3, 5, 10], cards: [7, 2, 1], blocks },
  nextDraw: 0,
  remaining: new Map(Array.from({ length: blocks }, (_, block) => [block, [7, 2, 1]])),
  reserve: reserve === null ? null : { amount: 3, left: reserve },
  fixedLeft: new Map([[pool, fixed]]),
});
const claims = (count: number, state = 'Goa', today = '2025-07-01'): Claim[] =>
  Array.from({ length: count }, (_, at) => ({
    pseudonym: Uint8Array.from({ length: 16 }, (_, byte) => (at >> (byte * 8)) & 255),
    state,
    today,
  }));
const given = (grants: readonly (Grant | NoGrantReason)[]) =>
  grants.flatMap((grant) => (typeof grant === 'object' ? [grant] : []));
const kinds = (grants: readonly (Grant | NoGrantReason)[]) =>
  grants.map((grant) => (typeof grant === 'object' ? grant.kind : grant));

test('[CAM-3] each block gives exactly its cards, however the claims are batched', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 4, maxLength: 30 }),
      (sizes) => {
        let deck = stateOf(2, 100);
        const granted: Grant[] = [];
        const waiting = claims(20);
        for (const size of sizes) {
          const decided = decideRewards(waiting.splice(0, size), rules(), deck);
          granted.push(...given(decided.grants));
          deck = decided.after;
        }
        const drawn = granted.flatMap((grant) => (grant.kind === 'chance' ? [grant] : []));
        for (const block of [0, 1]) {
          const left = deck.remaining.get(block) ?? [];
          const counts = [3, 5, 10].map(
            (amount) =>
              drawn.filter((grant) => grant.block === block && grant.amount === amount).length,
          );
          expect(counts.map((count, place) => count + (left[place] ?? 0))).toEqual([7, 2, 1]);
        }
        const numbers = drawn.map(({ drawNumber }) => drawNumber);
        expect(numbers).toEqual(numbers.map((_, at) => at));
      },
    ),
  );
});

test('[CAM-3] after the deck the reserve pays, and after the reserve nothing is granted', () => {
  const { grants, after } = decideRewards(claims(23), rules(), stateOf(2, 2));
  expect(kinds(grants)).toEqual([...Array(20).fill('chance'), 'reserve', 'reserve', 'empty']);
  expect(after).toMatchObject({ nextDraw: 20, reserve: { left: 0 } });
});

test('[CAM-3] a decision leaves the state of the deck that it was given as it was', () => {
  const [deck, same] = [stateOf(2, 2, 1), stateOf(2, 2, 1)];
  const { after } = decideRewards(
    [...claims(23), ...claims(1, 'Tamil Nadu')],
    rules({ fixed: [law] }),
    deck,
  );
  expect(deck).toEqual(same);
  expect(after).toMatchObject({ nextDraw: 20, reserve: { left: 0 } });
  expect(after.fixedLeft.get(pool)).toBe(0);
});

test('[CAM-3] a campaign that closes has no reserve: nothing follows its last card', () => {
  expect(kinds(decideRewards(claims(21), rules(), stateOf(2, null)).grants)).toEqual([
    ...Array(20).fill('chance'),
    'empty',
  ]);
});

test('[CAM-1] Tamil Nadu never reaches the draw: with a deck that cannot be drawn from it gets its 3', () => {
  const broken: DeckState = { ...stateOf(1, 0, 1), remaining: new Map() };
  const decide = (state: string) =>
    decideRewards(claims(1, state), rules({ fixed: [law] }), broken);
  expect(decide('Tamil Nadu').grants).toEqual([{ kind: 'fixed', amount: 3 }]);
  expect(decide('Tamil Nadu').after).toMatchObject({ nextDraw: 0, remaining: new Map() });
  expect(() => decide('Goa')).toThrow('Failed to draw');
});

test.each([
  [2, 1, ['fixed', 'fixed', 'reserve', 'empty']],
  [0, 0, ['empty', 'empty', 'empty', 'empty']],
  [4, 9, ['fixed', 'fixed', 'fixed', 'fixed']],
])(
  '[CAM-1][CAM-3] with %i fixed rewards and a reserve of %i left Tamil Nadu gets %j, and never a card',
  (fixed, reserve, expected) => {
    const { grants, after } = decideRewards(
      claims(4, 'Tamil Nadu'),
      rules({ fixed: [law] }),
      stateOf(2, reserve, fixed),
    );
    expect(kinds(grants)).toEqual(expected);
    expect(after.nextDraw).toBe(0);
    expect(after.fixedLeft.get(pool)).toBe(Math.max(0, fixed - 4));
  },
);

test.each([
  ['2025-06-30', 0],
  ['2025-07-01', 10],
  ['2025-07-02', 20],
  ['2025-07-03', 30],
  ['2025-07-04', 40],
  ['2025-07-05', 40],
])('[CAM-3] by daily pace %s has %i cards of 4 blocks in 4 days', (today, cards) => {
  const { grants, after } = decideRewards(
    claims(41, 'Goa', today),
    rules({ release: daily }),
    stateOf(4, null),
  );
  expect(given(grants)).toHaveLength(cards);
  expect(new Set(kinds(grants).slice(cards))).toEqual(new Set([cards < 40 ? 'paced' : 'empty']));
  expect(after.nextDraw).toBe(cards);
});

test('[CAM-3] unused cards of a day are available on the next, and the reserve pays when a day is used up', () => {
  const first = decideRewards(claims(3), rules({ release: daily }), stateOf(4, 2));
  const second = decideRewards(
    claims(20, 'Goa', '2025-07-02'),
    rules({ release: daily }),
    first.after,
  );
  expect(kinds(second.grants)).toEqual([
    ...Array(17).fill('chance'),
    'reserve',
    'reserve',
    'paced',
  ]);
  const third = decideRewards(
    claims(1, 'Goa', '2025-07-03'),
    rules({ release: daily }),
    second.after,
  );
  expect(third.grants).toMatchObject([{ kind: 'chance', drawNumber: 20, block: 2 }]);
});

test('[CAM-1] pacing delays nobody of a fixed state', () => {
  const before = claims(1, 'Tamil Nadu', '2025-06-30');
  const decided = decideRewards(
    before,
    rules({ fixed: [law], release: daily }),
    stateOf(4, null, 1),
  );
  expect(kinds(decided.grants)).toEqual(['fixed']);
});

test('[CAM-3] whatever comes in whatever order: what is planned is granted or remains, of every pool', () => {
  const someClaims = fc.array(
    fc.record({
      state: fc.constantFrom('Goa', 'Tamil Nadu'),
      today: fc.constantFrom('2025-06-30', '2025-07-01', '2025-07-02', '2025-07-04'),
    }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(
      someClaims,
      fc.nat(5),
      fc.nat(5),
      fc.boolean(),
      (asked, reserve, fixed, isPaced) => {
        const full = asked.map((claim, at) => ({
          ...claim,
          pseudonym: new Uint8Array(16).fill(at),
        }));
        const own = rules({ fixed: [law], ...(isPaced ? { release: daily } : {}) });
        const { grants, after } = decideRewards(full, own, stateOf(4, reserve, fixed));
        const granted = given(grants);
        const count = (kind: Grant['kind']) => granted.filter((one) => one.kind === kind).length;
        expect(count('reserve') + (after.reserve?.left ?? 0)).toBe(reserve);
        expect(count('fixed') + (after.fixedLeft.get(pool) ?? 0)).toBe(fixed);
        const cards = [...after.remaining.values()].flat().reduce((sum, left) => sum + left, 0);
        expect(count('chance') + cards).toBe(40);
        grants.forEach((grant, at) => {
          const isLaw = full[at]?.state === 'Tamil Nadu';
          if (isLaw) expect(kinds([grant])).not.toContain('chance');
          if (grant === 'paced') expect(isPaced && !isLaw).toBe(true);
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
