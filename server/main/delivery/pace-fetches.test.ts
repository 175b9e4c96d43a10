import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paceFetches } from './fetch-guards.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const restMaxMs = 500;

function pacedPool() {
  const events = new EventEmitter();
  const { fetchSoon } = paceFetches(events, 3, restMaxMs);
  let fetches = 0;
  const pool = {
    nudge: () => {
      fetches += 1;
    },
  };
  return {
    announce: () => fetchSoon(pool),
    /** Ends a fetch that began `ms` ago. */
    endFetch: (ms: number) => {
      vi.advanceTimersByTime(ms);
      events.emit('localQueue:getJobs:complete');
    },
    fetches: () => fetches,
  };
}

test('a job that is announced after a rest is fetched at once', () => {
  const { announce, endFetch, fetches } = pacedPool();
  announce();
  expect(fetches()).toBe(1);
  endFetch(2);
  vi.advanceTimersByTime(6);
  announce();
  expect(fetches()).toBe(2);
});

test('jobs that are announced during a fetch are fetched together, three times its length after it', () => {
  const { announce, endFetch, fetches } = pacedPool();
  announce();
  announce();
  announce();
  endFetch(20);
  announce();
  vi.advanceTimersByTime(59);
  expect(fetches()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(fetches()).toBe(2);
});

test('no rest is longer than its limit', () => {
  const { announce, endFetch, fetches } = pacedPool();
  announce();
  endFetch(200);
  announce();
  vi.advanceTimersByTime(restMaxMs - 1);
  expect(fetches()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(fetches()).toBe(2);
});

test('after a fetch that fails without a report, the next one follows', () => {
  const { announce, fetches } = pacedPool();
  announce();
  announce();
  vi.advanceTimersByTime(restMaxMs);
  expect(fetches()).toBe(2);
});

test("graphile-worker's own fetches do not shorten a rest", () => {
  const { announce, endFetch, fetches } = pacedPool();
  announce();
  endFetch(20);
  endFetch(1);
  announce();
  vi.advanceTimersByTime(58);
  expect(fetches()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(fetches()).toBe(2);
});
