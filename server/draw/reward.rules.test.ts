import { expect, test } from 'vitest';
import type { CommittedReward } from './commitment.rules.ts';
import type { OpenBudgetPool, Promised, RewardRules } from './promise.rules.ts';
import { decideRewards, type RewardState } from './reward.rules.ts';

const law: CommittedReward = {
  state: 'Tamil Nadu',
  amount: 3,
  chance: 'forbidden',
  law: 'an act',
  from: '2025-07-02',
  until: '2025-07-03',
  rewards: 1,
};
const [byLaw, earlier, reserve] = ['fixed:Tamil Nadu:3', 'fixed:Tamil Nadu:4', 'reserve:3'];
const programme = { from: '2025-07-01', to: '2025-07-04' };
const rules: RewardRules = { fixed: [law], release: { blocks: 4, pacing: 'daily', programme } };

const stateOf = (free: { fixed?: number; reserve?: number }): RewardState => ({
  blocks: 4,
  lastDay: '2025-07-04',
  pools: new Map<string, OpenBudgetPool>([
    [byLaw, { kind: 'fixed', amount: 3, free: free.fixed ?? 0 }],
    [earlier, { kind: 'fixed', amount: 4, free: 0 }],
    [reserve, { kind: 'reserve', amount: 3, free: free.reserve ?? 0 }],
  ]),
});
const card: Promised = { kind: 'chance', drawNumber: 12, block: 1 };
const cards = new Map([[12, 10]]);
const claimOf = (promised: Promised, today: string, state = 'Tamil Nadu') => ({
  promised,
  today,
  state,
});
const ofFixed: Promised = { kind: 'fixed', pool: byLaw };
const ofEarlier: Promised = { kind: 'fixed', pool: earlier };
const ofReserve: Promised = { kind: 'reserve', pool: reserve };
const none: Promised = { kind: 'none' };

const tenRupees = { kind: 'chance', amount: 10, drawNumber: 12, block: 1 };
const fixedThree = { kind: 'fixed', amount: 3 };
const fixedFour = { kind: 'fixed', amount: 4 };
const reserveThree = { kind: 'reserve', amount: 3 };

test.each([
  ['a card is the card', claimOf(card, '2025-07-02', 'Goa'), {}, tenRupees],
  ['a card of a later block waits', claimOf(card, '2025-07-01', 'Goa'), { reserve: 1 }, 'paced'],
  ['the reserve', claimOf(ofReserve, '2025-07-01', 'Goa'), {}, reserveThree],
  ['a fixed reward', claimOf(ofFixed, '2025-07-02'), {}, fixedThree],
  ['a fixed reward whose law has ended', claimOf(ofFixed, '2025-07-04'), {}, fixedThree],
  ['a fixed reward of an earlier law', claimOf(ofEarlier, '2025-07-03'), { fixed: 1 }, fixedFour],
  ['the reserve, under a law', claimOf(ofReserve, '2025-07-03'), { fixed: 1 }, reserveThree],
  [
    'nothing, and something is free since',
    claimOf(none, '2025-07-04'),
    { reserve: 1 },
    reserveThree,
  ],
  ['nothing', claimOf(none, '2025-07-04'), { fixed: 9 }, 'empty'],
])('[CAM-3][SES-6] what was promised is granted: %s', (_, claim, free, expected) => {
  expect(decideRewards([claim], rules, stateOf(free), cards)).toEqual([expected]);
});

test.each([
  ['a card', card, { fixed: 1, reserve: 1 }, fixedThree],
  ['a card, and the reserve pays', card, { reserve: 1 }, reserveThree],
  ['a card, and nothing is left', card, {}, 'empty'],
  ['nothing, and nothing is left', none, {}, 'empty'],
  ['nothing', none, { fixed: 1 }, fixedThree],
])(
  '[CAM-1] a law that began after the verification comes before a promise of %s',
  (_, promised, free, expected) => {
    const claim = claimOf(promised, '2025-07-03');
    expect(decideRewards([claim], rules, stateOf(free), cards)).toEqual([expected]);
  },
);

test('[CAM-3] what is free is granted once, and what is promised to others is not free', () => {
  const claims = [none, none, ofReserve].map((promised) => claimOf(promised, '2025-07-04', 'Goa'));
  const grants = decideRewards(claims, rules, stateOf({ reserve: 1 }), cards);
  expect(grants).toEqual([reserveThree, 'empty', reserveThree]);
});

test('[CAM-3] a promise of a pool that is not in the budget is a defect', () => {
  const claim = claimOf({ kind: 'fixed', pool: 'fixed:Goa:3' }, '2025-07-02');
  expect(() => decideRewards([claim], rules, stateOf({}), cards)).toThrow('no pool fixed:Goa:3');
});

test('[SES-6] without the draw only cards wait for it', () => {
  const claims = [card, ofReserve].map((promised) => claimOf(promised, '2025-07-02', 'Goa'));
  const state = stateOf({});
  expect(decideRewards(claims, rules, state, new Map())).toEqual(['drawDown', reserveThree]);
});
