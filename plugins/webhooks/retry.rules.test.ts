import { expect, test } from 'vitest';
import { nextTry, retryMs } from './retry.rules.ts';

const queuedAt = 1_000_000;

test('an event is tried again after ever longer pauses, for three days, and at least once after them', () => {
  const at: number[] = [];
  let now = queuedAt;
  for (;;) {
    at.push(now - queuedAt);
    const next = nextTry(at.length, queuedAt, now);
    if (next === undefined) break;
    now = next;
  }
  const pauses = at.slice(1).map((later, place) => later - (at[place] ?? 0));
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
  expect(pauses[0]).toBe(5000);
  expect(at.at(-1)).toBeGreaterThanOrEqual(retryMs);
  expect(at.at(-2)).toBeLessThan(retryMs);
});

test.each([
  [retryMs - 1, queuedAt + retryMs - 1 + 24 * 3_600_000],
  [retryMs, undefined],
])('after %i ms the twentieth failure leads to %s', (laterMs, next) => {
  expect(nextTry(20, queuedAt, queuedAt + laterMs)).toBe(next);
});
