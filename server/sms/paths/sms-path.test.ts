import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outgoingSms as sms } from '@inaam/testing/server/delivery/outgoing-sms.ts';
import type { SendOutcome } from '../provider.ts';
import { createPath } from './sms-path.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const broken: SendOutcome = { kind: 'unknown', reason: 'ECONNRESET' };
const accepted: SendOutcome = { kind: 'accepted', reference: 'r' };

function pathThat(answer: () => SendOutcome) {
  const changes: boolean[] = [];
  let tried = 0;
  const provider = {
    send: () => {
      tried += 1;
      return Promise.resolve(answer());
    },
  };
  const options = { name: 'main', sends: ['otp'] as const, provider };
  const path = createPath(
    { ...options, limits: { inFlight: 10, perSecond: 5000 } },
    { sendMs: 5000, placeMs: 4000 },
    (isResting) => void changes.push(isResting),
  );
  return { send: () => path.send('otp', sms), changes, tried: () => tried };
}

test.each([
  ['one SMS', 'Your code is 482913.', 1],
  ['three', 'आपका कोड 482913 है। '.repeat(8), 3],
])('a text of %s takes as many turns of a path', async (_, text, parts) => {
  const sentAt: number[] = [];
  const provider = {
    send: () => {
      sentAt.push(performance.now());
      return Promise.resolve(accepted);
    },
  };
  const path = createPath(
    { name: 'main', sends: ['otp'], provider, limits: { inFlight: 100, perSecond: 10 } },
    { sendMs: 5000, placeMs: 60_000 },
    () => undefined,
  );
  const all = Array.from({ length: 11 }, () => path.send('otp', { ...sms, text }));
  await vi.advanceTimersByTimeAsync(10_000);
  await Promise.all(all);
  const seconds = ((sentAt.at(-1) ?? 0) - (sentAt[0] ?? 0)) / 1000;
  expect(seconds).toBeCloseTo(parts, 1);
});

test.each([
  [undefined, 5000],
  [12_000, 12_000],
])('a path with sendMs %s waits %i ms for an answer', async (sendMs, waited) => {
  const provider = { send: () => new Promise<SendOutcome>(() => undefined) };
  const path = createPath(
    { name: 'main', sends: ['otp'], provider, sendMs },
    { sendMs: 5000, placeMs: 4000 },
    () => undefined,
  );
  let ended: unknown;
  void path.send('otp', sms).then((outcome) => (ended = outcome));
  await vi.advanceTimersByTimeAsync(waited - 1);
  expect(ended).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toMatchObject({ kind: 'unknown' });
});

async function sendTimes(path: { send: () => Promise<unknown> }, times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    const sent = path.send();
    await vi.advanceTimersByTimeAsync(100);
    await sent;
  }
}

test('[OTP-5] after an outage of ten minutes a path is used again within five seconds', async () => {
  let outcome: SendOutcome = broken;
  const path = pathThat(() => outcome);
  await sendTimes(path, 6000);
  const failed = path.tried();
  expect(failed).toBeLessThan(150);
  expect(await path.send()).toEqual({ kind: 'notTried', reason: 'resting' });
  // Right after a failed attempt, when the wait is longest.
  while (path.tried() === failed) await sendTimes(path, 1);
  outcome = accepted;
  await sendTimes(path, 51);
  expect(path.tried()).toBeGreaterThan(failed + 1);
  expect(await path.send()).toEqual(accepted);
  expect(path.changes.at(-1)).toBe(false);
});

test('[OTP-5] a throttled path rests as long as it asked for, and another one is taken meanwhile', async () => {
  let outcome: SendOutcome = { kind: 'throttled', reason: 'busy', retryAfterMs: 30_000 };
  const path = pathThat(() => outcome);
  expect(await path.send()).toEqual(outcome);
  outcome = accepted;
  await vi.advanceTimersByTimeAsync(25_000);
  expect(await path.send()).toEqual({ kind: 'notTried', reason: 'full' });
  await vi.advanceTimersByTimeAsync(5100);
  expect(await path.send()).toEqual(accepted);
});
