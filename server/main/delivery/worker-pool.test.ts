import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { poolEnd } from './worker-pool.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limitMs = 5000;

/** A pool that does not report its end. */
function endlessPool() {
  const events = new EventEmitter();
  const { promise } = Promise.withResolvers<void>();
  const runner = { promise, stop: () => promise };
  const end = poolEnd(events, limitMs);
  let ends = 0;
  for (const ended of [end.ended(runner), end.stop(runner)]) void ended.then(() => (ends += 1));
  return { events, ends: () => ends };
}

test.each([
  'pool:gracefulShutdown:complete',
  'pool:forcefulShutdown:complete',
  'pool:forcefulShutdown:error',
])('after %s a pool that does not end is given up', async (stopped) => {
  const { events, ends } = endlessPool();
  events.emit(stopped);
  await vi.advanceTimersByTimeAsync(limitMs - 1);
  expect(ends()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(ends()).toBe(2);
});

test('a pool whose workers have not stopped is never given up', async () => {
  const { ends } = endlessPool();
  await vi.advanceTimersByTimeAsync(100 * limitMs);
  expect(ends()).toBe(0);
});

test('a pool that ends unexpectedly has ended at once, also with an error', async () => {
  const end = poolEnd(new EventEmitter(), limitMs);
  const failed = Promise.reject(new Error('lost'));
  const stopped = Promise.reject(new Error('Runner is already stopped'));
  const runner = { promise: failed, stop: () => stopped };
  expect(await end.ended(runner)).toBeUndefined();
  expect(await end.stop(runner)).toBeUndefined();
});

test('a pool that ends after its workers leaves nothing for the process to wait for', async () => {
  const events = new EventEmitter();
  const end = poolEnd(events, limitMs);
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended = end.ended({ promise, stop: () => promise });
  events.emit('pool:gracefulShutdown:complete');
  resolve();
  await ended;
  expect(vi.getTimerCount()).toBe(0);
});
