// What the app is waiting for right now, for the full-screen loader: the text of the newest wait still running.
import { createStore, type StoreApi } from 'zustand/vanilla';

type Wait = { text: string };

export type Loading = {
  store: StoreApi<{ waits: readonly Wait[] }>;
  /** Shows a text while the work runs; answers as the work does. */
  during: <T>(text: string, work: Promise<T>) => Promise<T>;
};

export function createLoading(): Loading {
  const store = createStore<{ waits: readonly Wait[] }>(() => ({ waits: [] }));
  return {
    store,
    during: async (text, work) => {
      const wait = { text };
      store.setState(({ waits }) => ({ waits: [...waits, wait] }));
      try {
        return await work;
      } finally {
        store.setState(({ waits }) => ({ waits: waits.filter((other) => other !== wait) }));
      }
    },
  };
}
