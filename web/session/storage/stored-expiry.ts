// Kept in session storage: a 401 that stays would otherwise end one session after another, in a
// page that stays open and in one that is reloaded.
import type { SafeStorage } from './safe-storage.ts';

const key = 'inaam-expired';
const pauseMs = 60_000;

/** @returns whether another session of this tab has expired within the last minute */
export function noteExpiry(tab: SafeStorage, now: number): boolean {
  const before = tab.getItem(key);
  tab.setItem(key, String(now));
  return before !== null && Math.abs(now - Number(before)) < pauseMs;
}
