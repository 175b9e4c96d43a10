// When the network returns, failed reads are repeated automatically; submissions are not.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Browser } from '../browser.ts';

export type Network = {
  store: StoreApi<{ isOnline: boolean }>;
  onReturn: (back: () => void) => () => void;
};

export function createNetwork({
  isOnline,
  onNetwork,
}: Pick<Browser, 'isOnline' | 'onNetwork'>): Network {
  const store = createStore(() => ({ isOnline: isOnline() }));
  onNetwork(() => store.setState({ isOnline: isOnline() }));
  return {
    store,
    onReturn: (back) =>
      store.subscribe((now, before) => {
        if (now.isOnline && !before.isOnline) back();
      }),
  };
}
