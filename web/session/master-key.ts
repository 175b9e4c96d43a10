// The cookie `<contest>-id` with the user key (Spec 3, Auth; Requirement ENT-6): it lets a later session get the
// same user key back. Written once, never overwritten. Carries no authority.
import { readCookie, writeCookie, type CookieJar } from './cookies.ts';

const dayMs = 24 * 60 * 60_000;
const daysAfterProgramme = 30;

export function readMasterKey(jar: CookieJar, contest: string): string | undefined {
  return readCookie(jar, `${contest}-id`);
}

/**
 * Writes the cookie unless there is one.
 * @param until ms since 1970, by the device's clock.
 */
export function keepMasterKey(
  jar: CookieJar,
  cookie: { contest: string; userKey: string; until: number; isSecure: boolean },
): void {
  const { contest, userKey, until, isSecure } = cookie;
  if (readMasterKey(jar, contest) !== undefined) return;
  writeCookie(jar, { name: `${contest}-id`, value: userKey, until, isSecure });
}

/**
 * When the cookie ends: 30 days after the programme's last day, Indian time.
 * @param lastDay `YYYY-MM-DD`.
 * @param campaignAheadMs by how much the campaign's clock is ahead of the device's (a demonstration's; else 0).
 */
export function masterKeyUntil(lastDay: string, campaignAheadMs: number): number {
  const programmeEnd = Date.parse(`${lastDay}T00:00:00+05:30`) + dayMs;
  return programmeEnd + daysAfterProgramme * dayMs - campaignAheadMs;
}
