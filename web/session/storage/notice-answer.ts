// Remembers that this device has answered this version of the privacy notice with Yes, so that it
// is asked only once and not in every session. Kept in local storage; Logout removes it, because
// another person may follow. The server stores the answer itself and relies only on that.
import type { SafeStorage } from './safe-storage.ts';

const key = 'inaam-notice';

type Answered = { userKey: string; version: string };

const valueOf = ({ version, userKey }: Answered) => `${version} ${userKey}`;

export function hasAgreed(local: SafeStorage, answered: Answered): boolean {
  return local.getItem(key) === valueOf(answered);
}

export function rememberAgreement(local: SafeStorage, answered: Answered): void {
  local.setItem(key, valueOf(answered));
}

export function forgetAgreement(local: SafeStorage): void {
  local.removeItem(key);
}
