// In session storage, so that a permanent 401 cannot end session after session, with or without
// reloads.
import type { SafeStorage } from './safe-storage.ts';

const key = 'inaam-expired';
const pauseMs = 60_000;

/** @returns whether another session of this tab expired within the last minute */
export function noteExpiry(tab: SafeStorage, now: number): boolean {
  const before = tab.getItem(key);
  tab.setItem(key, String(now));
  return before !== null && Math.abs(now - Number(before)) < pauseMs;
}
