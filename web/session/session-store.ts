// The session in memory, and its copy in session storage (Spec 3, Persistence). Framework-free; React reads it
// through `use-app.ts`. Never talks to the server.
import { rehydrateTimeoutMs } from '@inaam/contract/limits.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { emptySession, parseSession, serializeSession, type Session } from './session-state.ts';

/** The fixed key under which the session lies in session storage. */
export const sessionKey = 'inaam';

export type Storage = {
  getItem: (key: string) => string | null | Promise<string | null>;
  setItem: (key: string, value: string) => void;
};

export type SessionStore = StoreApi<Session>;

/**
 * Opens the session that this tab has stored and from then on stores every change. A storage that does not
 * answer within `rehydrateMs`, or throws, makes an empty session.
 */
export async function openSession(storage: Storage): Promise<SessionStore> {
  const store = createStore<Session>(() => emptySession);
  store.setState(parseSession(await storedWithin(storage, rehydrateTimeoutMs)), true);
  store.subscribe((session) => {
    storage.setItem(sessionKey, serializeSession(session));
  });
  return store;
}

/** Logout, expiry and a new start: everything is dropped, keys and token included (Requirements SES-4, SES-7). */
export function clearSession(store: SessionStore): void {
  store.setState(emptySession, true);
}

async function storedWithin(storage: Storage, patienceMs: number): Promise<string | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<null>((give) => {
    timer = setTimeout(() => give(null), patienceMs);
  });
  try {
    return await Promise.race([storage.getItem(sessionKey), patience]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
