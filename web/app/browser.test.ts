import { expect, test, vi } from 'vitest';
import { savesData, steadyClock } from './browser.ts';

test.each([
  [{}, false],
  [{ connection: null }, false],
  [{ connection: {} }, false],
  [{ connection: { saveData: false, effectiveType: '4g' } }, false],
  [{ connection: { saveData: false, effectiveType: '3g' } }, false],
  [{ connection: { saveData: false, effectiveType: '2g' } }, true],
  [{ connection: { saveData: false, effectiveType: 'slow-2g' } }, true],
  [{ connection: { saveData: true, effectiveType: '4g' } }, true],
])('a network with %j is frugal: %s', (navigator, isSo) => {
  expect(savesData(navigator)).toBe(isSo);
});

test.each([
  ['is set back', -3_600_000, 1000, 1000],
  ['goes on while the phone sleeps', 60_000, 0, 60_000],
])('[OTP-2] a countdown is right although the clock %s', (_, wallMs, runningMs, passedMs) => {
  vi.useFakeTimers();
  let wall = 1_746_500_000_000;
  const now = steadyClock(() => wall);
  const before = now();
  wall += wallMs;
  vi.advanceTimersByTime(runningMs);
  expect(now() - before).toBe(passedMs);
  vi.useRealTimers();
});
