import { expect, test } from 'vitest';
import {
  clusterInWords,
  heldVerdicts,
  nothingFound,
  rulesInWords,
  stateOf,
  type ClusterRow,
} from './review-words.ts';

const rowOf = (some: Partial<ClusterRow>): ClusterRow => ({
  number: 1,
  rule: 'device',
  reason: '8 numbers were verified on one device',
  lastAt: 0,
  members: 8,
  isMore: false,
  rupees: 80,
  waiting: 0,
  waitingRupees: 0,
  held: 0,
  refused: 0,
  released: 0,
  open: 0,
  ...some,
});

test.each<[Partial<ClusterRow>, string, string]>([
  [{ held: 5, waiting: 5 }, 'act', '5 held'],
  [{ open: 2, waiting: 2, released: 3 }, 'look', '2 open'],
  [{ released: 3, waiting: 2 }, 'well', 'Released'],
  [{ refused: 2 }, 'closed', 'Refused'],
  [{ refused: 2, released: 1 }, 'well', 'Released'],
  [{}, 'closed', 'All sent'],
])('a group with %j is %s: %s', (some, level, text) => {
  expect(stateOf(rowOf(some))).toEqual({ level, text });
});

test.each<[Partial<ClusterRow>, string]>([
  [{}, '8 people, ₹80 won · nothing left to send'],
  [
    { waiting: 1, waitingRupees: 10, released: 1, refused: 2 },
    '8 people, ₹80 won · 1 voucher (₹10) not sent yet · 1 released · 2 refused',
  ],
  [
    { members: 1, isMore: true, waiting: 2, waitingRupees: 20 },
    'At least 1 person, ₹80 won · 2 vouchers (₹20) not sent yet',
  ],
])('a group with %j has “%s”', (some, text) => {
  expect(clusterInWords(rowOf(some))).toBe(text);
});

test.each([
  [['off', 'off'], 'All rules are off', '2 rules are off'],
  [['hold', 'off'], '1 rule watches for them.', '1 rule holds vouchers, 1 rule is off'],
  [
    ['hold', 'hold', 'watch', 'watch'],
    '4 rules watch for them.',
    '2 rules hold vouchers, 2 rules only watch',
  ],
] as const)('of the rules %j', (modes, empty, rules) => {
  expect(Object.values(nothingFound(modes))).toContain(empty);
  expect(rulesInWords(modes)).toBe(rules);
});

test.each([
  [0, null, 'well', 'No voucher is held: there is nothing to decide.'],
  [1, 0, 'look', '1 voucher (₹10) is held, won less than a day ago.'],
  [2, 1, 'look', '2 vouchers (₹10) are held, won up to 1 day ago.'],
  [2, 9, 'act', '2 vouchers (₹10) are held, won up to 9 days ago.'],
])('%i held since %s days', (count, oldestDays, level, text) => {
  const held = { count, isMore: false, rupees: 10, oldestDays };
  const days = { warning: 2, error: 9, promised: 10 };
  expect(heldVerdicts({ at: 0, held, days, rules: [] })[0]).toMatchObject({ level, text });
});
