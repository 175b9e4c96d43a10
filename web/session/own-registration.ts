import type { SessionStore } from './session-store.ts';
import type { SafeStorage } from './safe-storage.ts';
import { readRegistration } from './stored-registration.ts';

type OwnRegistration = {
  name: string | null;
  mobile: string | null;
  /** Set if another tab has registered another number since, which the server takes otherwise. */
  earlierMobile: string | undefined;
};

/** Of this tab: local storage has what any tab of the browser registered last. */
export function ownRegistration(session: SessionStore, local: SafeStorage): OwnRegistration {
  const stored = readRegistration(local);
  const { name, mobile } = session.getState().user;
  if (mobile === null) return { ...stored, earlierMobile: undefined };
  return { name, mobile, earlierMobile: mobile === stored.mobile ? undefined : mobile };
}
