// Cookie `<contest>-id`: a later session gets the same user key (Spec 3, Auth; ENT-6).
import { readCookie, writeCookie, type CookieJar } from './cookies.ts';

const dayMs = 24 * 60 * 60_000;
const daysAfterProgramme = 30;

export function readMasterKey(jar: CookieJar, contest: string): string | undefined {
  return readCookie(jar, `${contest}-id`);
}

export function keepMasterKey(
  jar: CookieJar,
  cookie: { contest: string; userKey: string; until: number; isSecure: boolean },
): void {
  const { contest, userKey, until, isSecure } = cookie;
  if (readMasterKey(jar, contest) !== undefined) return;
  writeCookie(jar, { name: `${contest}-id`, value: userKey, until, isSecure });
}

export function masterKeyUntil(lastDay: string, clockOffsetMs: number): number {
  const programmeEnd = Date.parse(`${lastDay}T00:00:00+05:30`) + dayMs;
  return programmeEnd + daysAfterProgramme * dayMs - clockOffsetMs;
}
