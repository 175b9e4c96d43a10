import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPacing } from './sms-path.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const longMs = 60_000;

test('no more are started in a second than the path takes', async () => {
  const pacing = createPacing({ inFlight: 1000, perSecond: 100 });
  const starts: number[] = [];
  const sendOne = async () => {
    const giveBack = await pacing.take('voucher', longMs);
    starts.push(performance.now());
    giveBack?.();
  };
  for (let at = 0; at < 300; at += 1) {
    void sendOne();
  }
  const from = performance.now();
  await vi.advanceTimersByTimeAsync(1000);
  // Two extra starts are allowed, so that late timers do not slow the path down.
  expect(starts.length).toBeLessThanOrEqual(103);
  expect(starts.length).toBeGreaterThanOrEqual(95);
  await vi.advanceTimersByTimeAsync(2100);
  expect(starts).toHaveLength(300);
  expect((starts.at(-1) ?? 0) - from).toBeGreaterThan(2900);
});

test('[OTP-5] a code goes before all vouchers that wait, and has places of its own', async () => {
  const pacing = createPacing({ inFlight: 4, perSecond: 5000 });
  const started: string[] = [];
  const take = (kind: 'otp' | 'voucher', name: string) =>
    pacing.take(kind, longMs).then((giveBack) => {
      started.push(name);
      return giveBack;
    });
  const vouchers = Array.from({ length: 10 }, (_, at) => take('voucher', `v${at}`));
  await vi.advanceTimersByTimeAsync(100);
  expect(started).toEqual(['v0', 'v1', 'v2']);
  const code = take('otp', 'code');
  await vi.advanceTimersByTimeAsync(10);
  expect(started).toEqual(['v0', 'v1', 'v2', 'code']);
  (await vouchers[0])?.();
  const codes = [take('otp', 'code2'), take('otp', 'code3')];
  await vi.advanceTimersByTimeAsync(10);
  expect(started.slice(4)).toEqual(['v3']);
  (await code)?.();
  await vi.advanceTimersByTimeAsync(10);
  expect(started.slice(5)).toEqual(['code2']);
  (await codes[0])?.();
  await vi.advanceTimersByTimeAsync(10);
  expect(started.slice(6)).toEqual(['code3']);
});

test('[OTP-5] where the rate makes all wait, the next turn is a code’s', async () => {
  const pacing = createPacing({ inFlight: 100, perSecond: 10 });
  const started: string[] = [];
  const take = async (kind: 'otp' | 'voucher', name: string) => {
    await pacing.take(kind, longMs);
    started.push(name);
  };
  const waiting = ['v0', 'v1', 'v2', 'v3'].map((name) => take('voucher', name));
  waiting.push(take('otp', 'code'));
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all(waiting);
  expect(started).toEqual(['v0', 'code', 'v1', 'v2', 'v3']);
});

test('who has no turn in time gets none, and takes no place', async () => {
  const pacing = createPacing({ inFlight: 1, perSecond: 5000 });
  const first = await pacing.take('otp', longMs);
  const second = pacing.take('otp', 100);
  await vi.advanceTimersByTimeAsync(101);
  expect(await second).toBeUndefined();
  first?.();
  expect(await pacing.take('otp', 100)).toBeTypeOf('function');
});

test('while a path rests, who can wait waits, and who cannot is refused at once', async () => {
  const pacing = createPacing({ inFlight: 10, perSecond: 5000 });
  pacing.pause(5000);
  expect(await pacing.take('otp', 1000)).toBeUndefined();
  let isStarted = false;
  void pacing.take('voucher', 10_000).then(() => (isStarted = true));
  await vi.advanceTimersByTimeAsync(4999);
  expect(isStarted).toBe(false);
  await vi.advanceTimersByTimeAsync(2);
  expect(isStarted).toBe(true);
});

test('who can wait a little longer than the path rests has the next turn', async () => {
  const pacing = createPacing({ inFlight: 10, perSecond: 5000 });
  pacing.pause(5000);
  expect(await pacing.take('otp', 4999)).toBeUndefined();
  const turn = pacing.take('otp', 5001);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await turn).toBeTypeOf('function');
});

test('the time limit of one that has had its turn takes no other out of the queue', async () => {
  const pacing = createPacing({ inFlight: 1, perSecond: 5000 });
  const first = await pacing.take('otp', 100);
  const second = pacing.take('otp', longMs);
  await vi.advanceTimersByTimeAsync(200);
  first?.();
  await vi.advanceTimersByTimeAsync(1);
  expect(await Promise.race([second, Promise.resolve('waits')])).toBeTypeOf('function');
});
