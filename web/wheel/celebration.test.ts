import { expect, test } from 'vitest';
import { celebrationOf } from './celebration.ts';
import { bellSamples, sampleRate } from './synthesizer.ts';

test.each([
  [3, [3, 5, 10], 'little'],
  [5, [3, 5, 10], 'more'],
  [10, [3, 5, 10], 'most'],
  [20, [50, 5, 20, 10], 'more'],
  [50, [50, 5, 20, 10], 'most'],
  [3, [3], 'little'],
  // The reserve may pay what is on no face.
  [1, [3, 5], 'little'],
  [7, [3, 5], 'most'],
] as const)('%s of %j is celebrated: %s', (amount, amounts, celebration) => {
  expect(celebrationOf(amount, amounts)).toBe(celebration);
});

test('[WHL-5][WHL-6] the more, the longer the bell, and all end before the reward’s screen', () => {
  const seconds = (['little', 'more', 'most'] as const).map(
    (celebration) => bellSamples(celebration).length / sampleRate,
  );
  expect(seconds).toEqual(seconds.toSorted((one, other) => one - other));
  expect(new Set(seconds).size).toBe(3);
  expect(Math.max(...seconds)).toBeLessThan(1.5);
  for (const celebration of ['little', 'more', 'most'] as const) {
    const loudest = bellSamples(celebration).reduce((most, it) => Math.max(most, Math.abs(it)), 0);
    expect(loudest).toBeGreaterThan(0.2);
    expect(loudest).toBeLessThanOrEqual(1);
  }
});
