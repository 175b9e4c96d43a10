import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SendOutcome } from '../provider.ts';
import { createBreaker } from './sms-path.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const accepted: SendOutcome = { kind: 'accepted', reference: 'r' };
const failed: SendOutcome = { kind: 'unknown', reason: 'ECONNRESET' };

function observedBreaker() {
  const changes: boolean[] = [];
  const breaker = createBreaker((isOpen) => void changes.push(isOpen));
  return {
    changes,
    run: async (outcome: SendOutcome, times = 1) => {
      const answers: (SendOutcome | undefined)[] = [];
      for (let at = 0; at < times; at += 1) {
        answers.push(await breaker.run(() => Promise.resolve(outcome)));
      }
      return answers;
    },
    runAttempt: (attempt: () => Promise<SendOutcome>) => breaker.run(attempt),
  };
}

test.each<[SendOutcome, boolean]>([
  [failed, true],
  [{ kind: 'refusedForNow', reason: 'HTTP 503' }, true],
  [{ kind: 'refusedPermanently', reason: 'no such number' }, false],
  [{ kind: 'throttled', reason: 'busy' }, false],
  [accepted, false],
])('[OTP-5] five answers of %j open the breaker: %s', async (outcome, opens) => {
  const { run, changes } = observedBreaker();
  expect(await run(outcome, 5)).toEqual(Array.from({ length: 5 }, () => outcome));
  expect(changes).toEqual(opens ? [true] : []);
  expect(await run(accepted)).toEqual([opens ? undefined : accepted]);
});

test.each([
  { accepts: 0, failures: 4, opens: false },
  { accepts: 0, failures: 5, opens: true },
  { accepts: 5, failures: 5, opens: false },
  { accepts: 5, failures: 6, opens: true },
])(
  'after $accepts accepted, $failures that fail open it: $opens',
  async ({ accepts, failures, opens }) => {
    const { run, changes } = observedBreaker();
    await run(accepted, accepts);
    await run(failed, failures);
    expect(changes).toEqual(opens ? [true] : []);
  },
);

test('what was accepted more than ten seconds ago does not count', async () => {
  const { run, changes } = observedBreaker();
  await run(accepted, 10);
  for (let second = 1; second <= 9; second += 1) {
    vi.advanceTimersByTime(1000);
    await run(failed);
  }
  expect(changes).toEqual([]);
  vi.advanceTimersByTime(1000);
  await run(failed);
  expect(changes).toEqual([true]);
});

test('seconds without an attempt do not count as time', async () => {
  const { run, changes } = observedBreaker();
  for (let hour = 1; hour <= 5; hour += 1) {
    expect(changes).toEqual([]);
    vi.advanceTimersByTime(3_600_000);
    await run(failed);
  }
  expect(changes).toEqual([true]);
});

test('an open breaker lets one through after 2 s, then after 4 s, then each 5 s', async () => {
  const { run, changes } = observedBreaker();
  await run(failed, 5);
  for (const pauseMs of [2000, 4000, 5000, 5000]) {
    vi.advanceTimersByTime(pauseMs - 1);
    expect(await run(accepted)).toEqual([undefined]);
    vi.advanceTimersByTime(1);
    expect(await run(failed, 2)).toEqual([failed, undefined]);
  }
  vi.advanceTimersByTime(5000);
  expect(await run(accepted, 2)).toEqual([accepted, accepted]);
  expect(changes.at(-1)).toBe(false);
});

test('[OTP-5] while one message tries the path, the others do not wait for it', async () => {
  const { run, runAttempt } = observedBreaker();
  await run(failed, 5);
  vi.advanceTimersByTime(2000);
  const attempt = Promise.withResolvers<SendOutcome>();
  const tried = runAttempt(() => attempt.promise);
  expect(await run(accepted)).toEqual([undefined]);
  attempt.resolve(accepted);
  expect(await tried).toEqual(accepted);
  expect(await run(accepted)).toEqual([accepted]);
});

test('what an attempt throws is thrown', async () => {
  const { runAttempt } = observedBreaker();
  const error = new Error('unexpected');
  await expect(runAttempt(() => Promise.reject(error))).rejects.toBe(error);
});
