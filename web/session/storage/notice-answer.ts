// Remembers that this device answered Yes to this version of the privacy notice, so that it is
// shown once and not in every session. In local storage until Logout, because another person may
// follow. The server keeps its own record and relies only on that.
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

const soundKey = 'inaam-sound';

export const isSoundOff = (local: SafeStorage): boolean => local.getItem(soundKey) === 'off';

export const storeSoundOff = (local: SafeStorage, isOff: boolean): void =>
  local.setItem(soundKey, isOff ? 'off' : 'on');
