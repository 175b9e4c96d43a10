import { expect, test } from 'vitest';
import { createBindBackoff } from './smpp-link.ts';

function pausesAfter(...linkSeconds: (number | 'refused')[]): number[] {
  let nowMs = 1000;
  const backoff = createBindBackoff(() => nowMs);
  return linkSeconds.map((seconds) => {
    if (seconds !== 'refused') {
      backoff.bound();
      nowMs += seconds * 1000;
    }
    return backoff.nextPause();
  });
}

test('an SMSC that binds and drops at once is asked ever less often', () => {
  expect(pausesAfter(0, 0, 29, 0, 0, 0, 0, 0)).toEqual([
    500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
});

test('after a link that held, the next attempt comes soon', () => {
  expect(pausesAfter('refused', 'refused', 30, 'refused', 3600)).toEqual([
    500, 1000, 500, 1000, 500,
  ]);
});
