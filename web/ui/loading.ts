import { createStore, type StoreApi } from 'zustand/vanilla';

type Wait = { text: string };

export type Loading = {
  store: StoreApi<{ waits: readonly Wait[] }>;
  /**
   * Shows the text while `work` runs, until the signal. `work` may change it, which makes this the
   * latest wait.
   */
  during: <T>(
    text: string,
    signal: AbortSignal,
    work: (show: (text: string) => void) => Promise<T>,
  ) => Promise<T>;
};

export function createLoading(): Loading {
  const store = createStore<{ waits: readonly Wait[] }>(() => ({ waits: [] }));
  return {
    store,
    during: async (text, signal, work) => {
      let own: Wait | undefined;
      const show = (shown?: string) => {
        const others = store.getState().waits.filter((wait) => wait !== own);
        own = shown === undefined ? undefined : { text: shown };
        store.setState({ waits: own ? [...others, own] : others });
      };
      const end = () => show();
      signal.addEventListener('abort', end);
      show(text);
      try {
        return await work(show);
      } finally {
        signal.removeEventListener('abort', end);
        end();
      }
    },
  };
}
