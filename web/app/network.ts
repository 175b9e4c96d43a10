// Whether there is a network, as the device knows it: said while there is none, and what failed for want of it is asked
// for again when it is back. Only reads are: what a person sends waits for the person's press.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Browser } from './browser.ts';

export type Network = {
  store: StoreApi<{ isOnline: boolean }>;
  /** Calls back each time that the network comes back. @returns ends that. */
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
