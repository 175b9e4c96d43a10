import { expect, test } from 'vitest';
import { changesOf, funnelOf, type Batch } from './packs-tables.ts';

const batch = (part: Partial<Batch>): Batch => ({
  label: 'JUN-1',
  product: 'Soda',
  region: 'Kochi',
  codes: 100,
  state: 'open',
  reason: null,
  changedAt: 0,
  visits: 8,
  asked: 4,
  verified: 2,
  rewarded: 1,
  rupees: 5,
  used: 2,
  usedTries: 0,
  triedCodes: 0,
  mostTries: 0,
  isSuspicious: false,
  ...part,
});

const batches = [batch({}), batch({ label: 'JUN-2', region: '', visits: 10, usedTries: 3 })];

test.each([
  [
    'label',
    [
      ['JUN-1', 8, 4, 2, 1, 5, 0],
      ['JUN-2', 10, 4, 2, 1, 5, 3],
    ],
  ],
  ['product', [['Soda', 18, 8, 4, 2, 10, 3]]],
  [
    'region',
    [
      ['Kochi', 8, 4, 2, 1, 5, 0],
      ['Not named', 10, 4, 2, 1, 5, 3],
    ],
  ],
] as const)('the funnel by %s sums its batches', (by, rows) => {
  expect(funnelOf(batches, by).rows).toEqual(rows);
});

test.each([
  ['draft', ['open', 'recall']],
  ['open', ['close', 'recall']],
  ['closed', ['open', 'recall']],
  ['recalled', []],
] as const)('a batch that is %s can be changed by %j', (state, allowed) => {
  expect(changesOf({ state })).toEqual(allowed);
});
