import { createStore, type StoreApi } from 'zustand/vanilla';

type Wait = { text: string };

export type Loading = {
  store: StoreApi<{ waits: readonly Wait[] }>;
  /** Shows the text while `work` runs. `work` may change it, which makes this the latest wait. */
  during: <T>(text: string, work: (show: (text: string) => void) => Promise<T>) => Promise<T>;
};

export function createLoading(): Loading {
  const store = createStore<{ waits: readonly Wait[] }>(() => ({ waits: [] }));
  return {
    store,
    during: async (text, work) => {
      let own: Wait | undefined;
      const replace = (by?: Wait) => {
        const others = store.getState().waits.filter((wait) => wait !== own);
        own = by;
        store.setState({ waits: by ? [...others, by] : others });
      };
      const show = (shown: string) => replace({ text: shown });
      show(text);
      try {
        return await work(show);
      } finally {
        replace();
      }
    },
  };
}
