import { expect, test } from 'vitest';
import { amendmentFor, type AmendmentWish } from './plan-amendment.ts';

const inForce = { blocks: 4, lastDay: '2025-09-30', isPaused: false, amendments: 0 };
const fixed = [
  {
    state: 'Tamil Nadu',
    law: '',
    chance: 'forbidden' as const,
    amount: 3,
    rewards: 100,
    from: '2025-07-01',
    until: '2025-07-31',
  },
  {
    state: 'Tamil Nadu',
    law: '',
    chance: 'forbidden' as const,
    amount: 5,
    rewards: 100,
    from: '2025-08-01',
    until: null,
  },
];
const document = {
  campaign: 'tea',
  deck: { blocks: 4, cards: [10], denominations: [5] },
  draw: 'inaam-draw-2',
  fixed,
  packs: null,
  pacing: null,
  programme: { from: '2025-07-01', to: '2025-09-30' },
  whenDeckEnds: { kind: 'reserve', amount: 5, rewards: 10 },
  pseudonymKeySha256: '',
  secretPartsSha256: ['', ''],
  secretSha256: '',
  states: ['Tamil Nadu'],
} as const;

const supplement = (of: Partial<Extract<AmendmentWish, { blocks: number }>>): AmendmentWish => ({
  command: 'campaign supplement',
  blocks: 0,
  reserve: 0,
  fixed: [],
  ...of,
});
const extend = (day: string): AmendmentWish => ({ command: 'campaign extend', day });
const end = (day: string): AmendmentWish => ({ command: 'campaign end', day });
const to = '2025-09-30';

const ofTamilNadu = (rewards: number) => ({ state: 'Tamil Nadu', rewards });

test('a fixed reward, named twice: the one of today, or the one that comes next', () => {
  const wish = supplement({ fixed: [ofTamilNadu(3), ofTamilNadu(4)] });
  const planned = (today: string) => amendmentFor(wish)(inForce, document, today);
  expect(planned('2025-07-15')).toEqual({ blocks: 0, reserve: 0, fixed: [7, 0], to });
  expect(planned('2025-06-01').fixed).toEqual([7, 0]);
  expect(planned('2025-08-02').fixed).toEqual([0, 7]);
});

test.each<[string, AmendmentWish, RegExp]>([
  ['the same day, as a later one', extend(to), /the last day is 2025-09-30. To end it sooner/],
  ['an earlier day, as a later one', extend('2025-09-29'), /To end it sooner: campaign end/],
  ['the same day, as an earlier one', end(to), /For a later one: campaign extend/],
])('%s', (_, wish, expected) => {
  expect(() => amendmentFor(wish)(inForce, document, '2025-07-15')).toThrow(expected);
});
