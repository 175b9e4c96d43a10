// Cookie `<contest>-id`: a later session gets the same user key (Spec 3, Auth; ENT-6).
import { readCookie, writeCookie, type CookieJar } from './cookies.ts';

const dayMs = 24 * 60 * 60_000;
const daysAfterProgramme = 30;
/** The longest that the call takes. */
const keyMax = 500;

export function readMasterKey(jar: CookieJar, contest: string): string | undefined {
  const key = readCookie(jar, `${contest}-id`);
  return key === undefined || key.length > keyMax ? undefined : key;
}

type Cookie = {
  contest: string;
  userKey: string;
  /** The key that was sent. If another was answered, the server does not know this one. */
  sent: string | undefined;
  until: number;
  isSecure: boolean;
};

/** Written once, unless the server does not know it: else each tab would be another device. */
export function keepMasterKey(jar: CookieJar, cookie: Cookie): void {
  const { contest, userKey, sent, until, isSecure } = cookie;
  const kept = readMasterKey(jar, contest);
  if (kept !== undefined && (kept === userKey || kept !== sent)) return;
  writeCookie(jar, { name: `${contest}-id`, value: userKey, until, isSecure });
}

export function masterKeyUntil(lastDay: string, clockOffsetMs: number): number {
  const programmeEnd = Date.parse(`${lastDay}T00:00:00+05:30`) + dayMs;
  return programmeEnd + daysAfterProgramme * dayMs - clockOffsetMs;
}
