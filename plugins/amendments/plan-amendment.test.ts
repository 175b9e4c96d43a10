import { expect, test } from 'vitest';
import type { Amendment } from '@inaam/server/draw/ledger.rules.ts';
import { amendmentFault, amendmentFor, unamended, type AmendmentWish } from './plan-amendment.ts';

const inForce = { blocks: 4, lastDay: '2025-09-30', isPaused: false, amendments: 0 };
const planFixed = [
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
const planned = {
  campaign: 'tea',
  deck: { blocks: 4, cards: [10], denominations: [5] },
  draw: 'inaam-draw-2',
  fixed: planFixed,
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
  const plannedOn = (today: string) => amendmentFor(wish)(inForce, planned, today);
  expect(plannedOn('2025-07-15')).toEqual({ blocks: 0, reserve: 0, fixed: [7, 0], to });
  expect(plannedOn('2025-06-01').fixed).toEqual([7, 0]);
  expect(plannedOn('2025-08-02').fixed).toEqual([0, 7]);
});

test.each<[string, AmendmentWish, RegExp]>([
  ['the same day, as a later one', extend(to), /the last day is 2025-09-30. To end it sooner/],
  ['an earlier day, as a later one', extend('2025-09-29'), /To end it sooner: campaign end/],
  ['the same day, as an earlier one', end(to), /For a later one: campaign extend/],
])('%s', (_, wish, expected) => {
  expect(() => amendmentFor(wish)(inForce, planned, '2025-07-15')).toThrow(expected);
});

const law = {
  amount: 3,
  chance: 'forbidden' as const,
  from: '2025-05-06',
  law: 'an act',
  rewards: 40,
  state: 'Tamil Nadu',
  until: null as string | null,
};
const document = {
  deck: { blocks: 10, cards: [7, 2, 1], denominations: [3, 5, 10] },
  fixed: [law],
  programme: { from: '2025-05-06', to: '2025-09-15' },
  whenDeckEnds: { kind: 'reserve', amount: 3, rewards: 5 } as const,
};
const closing = { ...document, whenDeckEnds: { kind: 'close' } as const };
const until = (day: string, of: typeof document | typeof closing = document) => ({
  ...of,
  fixed: [{ ...law, until: day }],
});
const none = unamended(document);
const now = {
  lastDay: '2025-09-15',
  today: '2025-07-01',
  blocks: 10,
  planned: new Map([
    ['reserve:3', 5],
    ['fixed:Tamil Nadu:3', 40],
  ]),
};
const change = (fields: Partial<Amendment>) => ({ ...none, ...fields });

type Row = [string, Partial<Amendment>, string | undefined, Partial<typeof now>?];
const rows = (of: Parameters<typeof amendmentFault>[0], ...list: Row[]) =>
  list.map(([name, fields, fault, more = {}]) => [name, of, fields, fault, more] as const);
test.each([
  ...rows(
    document,
    ['blocks', { blocks: 1 }, undefined],
    ['blocks on the last day', { blocks: 1 }, undefined, { today: '2025-09-15' }],
    ['blocks after it', { blocks: 1 }, 'over', { today: '2025-09-16' }],
    ['the reserve', { reserve: 1 }, undefined],
    ['fixed rewards', { fixed: [1] }, undefined],
    ['another number of fixed rewards', { fixed: [1, 1] }, 'notCounts'],
    ['less', { blocks: -1 }, 'notCounts'],
    ['half a block', { blocks: 0.5 }, 'notCounts'],
    ['nothing', {}, 'nothing'],
    ['all that can be counted', { blocks: 214_748_354 }, undefined],
    ['more', { blocks: 214_748_355 }, 'tooMany'],
    ['all fixed rewards', { fixed: [2 ** 31 - 41] }, undefined],
    ['more fixed rewards', { fixed: [2 ** 31 - 40] }, 'tooMany'],
    ['the largest reserve', { reserve: 2 ** 31 - 6 }, undefined],
    ['a larger reserve', { reserve: 2 ** 31 - 5 }, 'tooMany'],
    ['an end today', { to: '2025-07-01' }, undefined],
    ['an end yesterday', { to: '2025-06-30' }, 'tooEarly'],
    ['an end before the start', { to: '2025-05-05' }, 'tooEarly', { today: '2025-05-01' }],
    ['an end on the first day', { to: '2025-05-06' }, undefined, { today: '2025-05-01' }],
    ['a later end', { to: '2025-12-31' }, undefined],
  ),
  ...rows(
    until('2025-10-01'),
    ['the end of a law', { to: '2025-10-01' }, undefined],
    ['a day beyond it', { to: '2025-10-02' }, 'beyondFixed'],
  ),
  ...rows(until('2025-09-15'), ['beyond one that ends', { to: '2025-09-16' }, 'beyondFixed']),
  ...rows(until('2025-08-01'), ['beyond a law of before', { to: '2025-10-02' }, undefined]),
  ...rows(closing, ['the reserve of a closing campaign', { reserve: 1 }, 'noReserve']),
  ...rows(until('2025-09-15', closing), ['blocks alone, closing', { blocks: 1 }, undefined]),
  ...rows(
    until('2025-10-01', closing),
    ['closing, the end of a law', { to: '2025-10-01' }, 'beyondFixed'],
    ['closing, the day before', { to: '2025-09-30' }, undefined],
  ),
])('[CAM-3][CAM-4] an amendment of %s', (_, of, fields, fault, more) => {
  expect(amendmentFault(of, change(fields), { ...now, ...more })?.kind).toBe(fault);
});

test('[CAM-4] an end beyond that of a law names the law and its last day', () => {
  const other = { ...law, state: 'Assam' };
  const of = { ...document, fixed: [other, { ...law, until: '2025-10-01' }] };
  const later = { ...unamended(of), to: '2025-10-02' };
  expect(amendmentFault(of, later, now)).toEqual({
    kind: 'beyondFixed',
    state: 'Tamil Nadu',
    until: '2025-10-01',
  });
});
