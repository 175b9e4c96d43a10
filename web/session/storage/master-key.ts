// Cookie `<contest>-id`: later sessions get the same user key (Spec 3, Auth; ENT-6). Written once.
// If the server does not know the key, local storage holds the key it answered instead; otherwise
// each tab would be another device.
import { readCookie, writeCookie, type CookieJar } from './cookies.ts';
import type { SafeStorage } from './safe-storage.ts';

const dayMs = 24 * 60 * 60_000;
const daysAfterProgramme = 30;
/** The longest duration of the call. */
const keyMax = 500;
const substituteKey = 'inaam-key';

type Place = { jar: CookieJar; local: SafeStorage; contest: string };

const cookieOf = ({ jar, contest }: Place) => readCookie(jar, `${contest}-id`) ?? '';

export function readMasterKey(place: Place): string | undefined {
  const cookie = cookieOf(place);
  const [key, ...refused] = (place.local.getItem(substituteKey) ?? '').split(' ');
  if (key && refused.join(' ') === cookie) return key;
  return cookie === '' || cookie.length > keyMax ? undefined : cookie;
}

type Answered = { sent: string | undefined; userKey: string; until: number; isSecure: boolean };

/** @param answered `sent`, the key of the request if any, and the server's answer to it */
export function keepMasterKey(place: Place, answered: Answered): void {
  const { sent, userKey: value, until, isSecure } = answered;
  // Another tab may have been first.
  if (value === sent || readMasterKey(place) !== sent) return;
  if (cookieOf(place) === '') {
    writeCookie(place.jar, { name: `${place.contest}-id`, value, until, isSecure });
  } else {
    place.local.setItem(substituteKey, `${value} ${cookieOf(place)}`);
  }
}

export function masterKeyUntil(lastDay: string, clockOffsetMs: number): number {
  const programmeEnd = Date.parse(`${lastDay}T00:00:00+05:30`) + dayMs;
  return programmeEnd + daysAfterProgramme * dayMs - clockOffsetMs;
}
