import { expect, test } from 'vitest';
import { isReasonGiven, isPackTooMuch, refusePack, type PackFacts } from './packs.rules.ts';

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
