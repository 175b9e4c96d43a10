import { rehydrateTimeoutMs } from '@inaam/contract/limits.ts';
import { attempt } from '../optional.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { emptySession, parseSession, serializeSession, type Session } from './session-state.ts';

export const sessionKey = 'inaam';

export type Storage = {
  getItem: (key: string) => string | null | Promise<string | null>;
  setItem: (key: string, value: string) => void;
};

export type SessionStore = StoreApi<Session>;

/**
 * Empty if the storage fails. One that answers later is waited for, but only so long, and only
 * until something else is in the session (Spec 3, Persistence).
 */
export function openSession(storage: Storage): SessionStore {
  const store = createStore<Session>(() => emptySession);
  const stored = attempt(() => storage.getItem(sessionKey), null);
  if (stored instanceof Promise) {
    const untilMs = performance.now() + rehydrateTimeoutMs;
    const isWanted = () => store.getState() === emptySession && performance.now() < untilMs;
    stored.then(
      (late) => isWanted() && store.setState(parseSession(late), true),
      () => undefined,
    );
  } else store.setState(parseSession(stored), true);
  store.subscribe((session) => {
    storage.setItem(sessionKey, serializeSession(session));
  });
  return store;
}

export function clearSession(store: SessionStore): void {
  store.setState(emptySession, true);
}

/** Keeps the number and the purchase: they are the tab's, also after a reload or a failed start. */
export function dropSession(store: SessionStore): void {
  store.setState(({ user, purchase }) => ({ ...emptySession, user, purchase }), true);
}
