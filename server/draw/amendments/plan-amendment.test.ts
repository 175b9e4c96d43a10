import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { amendmentFor, commandLine, type AmendmentWish } from './plan-amendment.ts';

const inForce = { blocks: 4, lastDay: '2025-09-30', isPaused: false, amendments: 0 };
const fixed = [
  {
    state: 'Tamil Nadu',
    law: '',
    amount: 3,
    rewards: 100,
    from: '2025-07-01',
    until: '2025-07-31',
  },
  { state: 'Tamil Nadu', law: '', amount: 5, rewards: 100, from: '2025-08-01', until: null },
];
const document = {
  campaign: 'tea',
  deck: { blocks: 4, cards: [10], denominations: [5] },
  draw: 'inaam-draw-2',
  fixed,
  pacing: null,
  programme: { from: '2025-07-01', to: '2025-09-30' },
  whenDeckEnds: { kind: 'reserve', amount: 5, rewards: 10 },
  pseudonymKeySha256: '',
  secretPartsSha256: ['', ''],
  secretSha256: '',
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

test.each<[string, AmendmentWish, object | RegExp]>([
  [
    'blocks and reserve',
    supplement({ blocks: 2, reserve: 7 }),
    { blocks: 2, reserve: 7, fixed: [0, 0], to },
  ],
  [
    'a fixed reward: the one of today, twice',
    supplement({
      fixed: [
        { state: 'Tamil Nadu', rewards: 3 },
        { state: 'Tamil Nadu', rewards: 4 },
      ],
    }),
    { blocks: 0, reserve: 0, fixed: [7, 0], to },
  ],
  [
    'a state without a fixed reward',
    supplement({ fixed: [{ state: 'Goa', rewards: 3 }] }),
    /Goa has no fixed reward/,
  ],
  ['a later day', extend('2025-10-01'), { blocks: 0, reserve: 0, fixed: [0, 0], to: '2025-10-01' }],
  ['the same day, as a later one', extend(to), /the last day is 2025-09-30. To end it sooner/],
  ['an earlier day, as a later one', extend('2025-09-29'), /To end it sooner: campaign end/],
  ['an earlier day', end('2025-09-29'), { blocks: 0, reserve: 0, fixed: [0, 0], to: '2025-09-29' }],
  ['the same day, as an earlier one', end(to), /For a later one: campaign extend/],
])('%s', (_, wish, expected) => {
  const plan = () => amendmentFor(wish)(inForce, document, '2025-07-15');
  if (expected instanceof RegExp) expect(plan).toThrow(expected);
  else expect(plan()).toEqual(expected);
});

test('the fixed reward that comes next, before the first has begun', () => {
  const wish = supplement({ fixed: [{ state: 'Tamil Nadu', rewards: 3 }] });
  expect(amendmentFor(wish)(inForce, document, '2025-06-01').fixed).toEqual([3, 0]);
  expect(amendmentFor(wish)(inForce, document, '2025-08-02').fixed).toEqual([0, 3]);
});

test.each<[string, string, string]>([
  [
    'a reason with spaces',
    commandLine(supplement({ blocks: 2, fixed: [{ state: 'Tamil Nadu', rewards: 3 }] }), {
      reason: 'mail of 3 July',
    }),
    'campaign|supplement|--blocks|2|--fixed|Tamil Nadu=3|--why|mail of 3 July',
  ],
  [
    'a reason that a shell would execute',
    commandLine(extend('2025-10-31'), { reason: `"$(id)"; it's \`rm\` -rf *` }),
    'campaign|extend|--to|2025-10-31|--why|"$(id)"; it\'s `rm` -rf *',
  ],
  [
    'a dry run, without a reason',
    commandLine(end('2025-08-31'), { reason: 'x', isDryRun: true }),
    'campaign|end|--on|2025-08-31|--dry-run',
  ],
])('a shell reads %s as it was written', (_, line, words) => {
  expect(line).toMatch(/^npx inaam /);
  const script = line.replace('npx inaam', String.raw`printf '%s\0'`);
  const read = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
  expect(read.split('\0').slice(0, -1).join('|')).toBe(words);
});
