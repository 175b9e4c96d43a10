import { rehydrateTimeoutMs } from '@inaam/contract/limits.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { emptySession, parseSession, serializeSession, type Session } from './session-state.ts';

export const sessionKey = 'inaam';

export type Storage = {
  getItem: (key: string) => string | null | Promise<string | null>;
  setItem: (key: string, value: string) => void;
};

export type SessionStore = StoreApi<Session>;

/** Empty if the storage fails or is too slow (Spec 3, Persistence). */
export async function openSession(storage: Storage): Promise<SessionStore> {
  const store = createStore<Session>(() => emptySession);
  store.setState(parseSession(await readWithin(storage, rehydrateTimeoutMs)), true);
  store.subscribe((session) => {
    storage.setItem(sessionKey, serializeSession(session));
  });
  return store;
}

export function clearSession(store: SessionStore): void {
  store.setState(emptySession, true);
}

/** Keeps the number and the pack: they are the tab's, also after a reload or a failed start. */
export function dropSession(store: SessionStore): void {
  store.setState(({ user, pack }) => ({ ...emptySession, user, pack }), true);
}

async function readWithin(storage: Storage, timeoutMs: number): Promise<string | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs);
  });
  try {
    return await Promise.race([storage.getItem(sessionKey), timeout]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
