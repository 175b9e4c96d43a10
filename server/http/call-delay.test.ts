import { expect, test } from 'vitest';
import { createCallDelay } from './overload.ts';

/** Begins calls and ends each after its duration; the last `held` stay in flight. */
function delayAfter(calls: readonly number[], held: number, idleMs = 0): number {
  let now = 1000;
  const delay = createCallDelay(() => now);
  for (let at = 0; at < held; at += 1) delay.begin(undefined);
  for (const ms of calls) {
    const end = delay.begin(undefined);
    now += ms;
    end();
  }
  now += idleMs;
  return delay.meanMs();
}

test.each([
  ['nothing was answered', [], 40, 0, 0],
  ['the mean of what was answered', [100, 200], 40, 0, 150],
  ['31 in flight are no overload', [100, 200], 31, 0, 0],
  ['32 are', [100, 200], 32, 0, 150],
  ['what was answered within the last window counts', [100], 40, 400, 100],
  ['and within the one before', [100], 40, 700, 100],
  ['but nothing older', [100], 40, 1500, 0],
  ['a load that grows slower is seen at once', [10, 10, 10, 900, 900, 900], 40, 0, 900],
])('%s', (_, calls, held, idleMs, mean) => {
  expect(delayAfter(calls, held, idleMs)).toBeCloseTo(mean);
});

/** Each of `devices` sends `calls` at once, which are answered one after another. */
function delayOfFlood(devices: number, calls: number, ms: number): number {
  let now = 1000;
  const delay = createCallDelay(() => now);
  const ends = Array.from({ length: calls }, () =>
    Array.from({ length: devices }, (_, at) => delay.begin(`device ${at}`)),
  );
  for (const round of ends.slice(0, -1)) {
    now += ms;
    for (const end of round) end();
  }
  return delay.meanMs();
}

test('one device is no overload, however many calls of it wait for each other', () => {
  expect(delayOfFlood(1, 1000, 3)).toBe(0);
});

test('of a device one call counts in half a second, and all of those who come together', () => {
  expect(delayOfFlood(40, 40, 10)).toBeCloseTo(10);
});
