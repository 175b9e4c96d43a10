import { packStateAfter } from '@inaam/contract/console/packs.ts';
import { expect, test } from 'vitest';
import {
  isReasonGiven,
  isSuspicious,
  isPackTooMuch,
  refusePack,
  type PackFacts,
} from './packs.rules.ts';

test.each<
  [PackFacts['batch'], PackFacts['usedBy'] | 'thisNumberBefore', ReturnType<typeof refusePack>]
>([
  [undefined, 'nobody', 'unknown'],
  [{ state: 'draft' }, 'nobody', 'notOpen'],
  [{ state: 'open' }, 'nobody', undefined],
  [{ state: 'closed' }, 'nobody', 'closed'],
  [{ state: 'recalled' }, 'nobody', 'recalled'],
  [{ state: 'open' }, 'another', 'used'],
  [{ state: 'recalled' }, 'another', 'used'],
  [{ state: 'open' }, 'thisNumber', undefined],
  [{ state: 'recalled' }, 'thisNumber', undefined],
  [undefined, 'thisNumberBefore', 'unknown'],
  [{ state: 'open' }, 'thisNumberBefore', 'used'],
  [{ state: 'recalled' }, 'thisNumberBefore', 'used'],
])('the code of a batch %j, used by %s: %s', (batch, usedBy, refusal) => {
  const isAnother = usedBy === 'thisNumberBefore';
  const facts = { batch, usedBy: isAnother ? 'thisNumber' : usedBy } as const;
  expect(refusePack(facts, isAnother)).toBe(refusal);
  if (usedBy !== 'thisNumber') expect(refusePack(facts, true)).toBe(refusal);
});

test('a batch is opened and closed again and again, and never again once it is recalled', () => {
  expect(packStateAfter('draft', 'open')).toBe('open');
  expect(packStateAfter('open', 'close')).toBe('closed');
  expect(packStateAfter('closed', 'open')).toBe('open');
  expect(packStateAfter('draft', 'close')).toBeUndefined();
  for (const state of ['draft', 'open', 'closed'] as const) {
    expect(packStateAfter(state, 'recall')).toBe('recalled');
  }
  for (const change of ['open', 'close', 'recall'] as const) {
    expect(packStateAfter('recalled', change)).toBeUndefined();
  }
});

test.each([
  [{ device: 3, address: 10 }, true, false],
  [{ device: 4, address: 1 }, false, false],
  [{ device: 1, address: 11 }, false, false],
  [{ device: 9.9, address: 199 }, false, false],
  [{ device: 10, address: 1 }, false, true],
  [{ device: 1, address: 200 }, false, true],
  [{ device: 1, network: 20 }, true, false],
  [{ device: 1, network: 21 }, false, false],
  [{ device: 1, network: 400 }, false, true],
  [{ device: 1, provider: 100 }, true, false],
  [{ device: 1, provider: 2000 }, false, true],
])(
  'after the wrong tries %j the reason is given: %s, and there is a wait: %s',
  (tries, isGiven, wait) => {
    expect([isReasonGiven(tries), isPackTooMuch(tries)]).toEqual([isGiven, wait]);
  },
);

test.each([
  [{ used: 10, triedCodes: 19 }, false],
  [{ used: 10, triedCodes: 20 }, true],
  [{ used: 1000, triedCodes: 100 }, false],
  [{ used: 1000, triedCodes: 101 }, true],
])('a batch with the tries %j is suspicious: %s', (facts, suspicious) => {
  expect(isSuspicious(facts)).toBe(suspicious);
});
