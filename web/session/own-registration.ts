import type { SessionStore } from './session-store.ts';
import type { SafeStorage } from './storage/safe-storage.ts';
import { readRegistration } from './storage/stored-registration.ts';

type OwnRegistration = {
  name: string | null;
  mobile: string | null;
  /**
   * Set if another tab has since registered another number, which the server would otherwise use.
   */
  earlierMobile: string | undefined;
};

/** This tab's registration; local storage has the newest of all tabs. */
export function ownRegistration(session: SessionStore, local: SafeStorage): OwnRegistration {
  const stored = readRegistration(local);
  const { name, mobile } = session.getState().user;
  if (mobile === null) return { ...stored, earlierMobile: undefined };
  return { name, mobile, earlierMobile: mobile === stored.mobile ? undefined : mobile };
}
