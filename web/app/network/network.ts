// When the network returns, failed reads are repeated automatically, and so are the submissions
// that the server answers alike each time.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Browser } from '../browser.ts';

export type Network = {
  /** `isWaiting`: something goes on by itself once the network is back, and the page says so. */
  store: StoreApi<{ isOnline: boolean; isWaiting: boolean }>;
  onReturn: (back: () => void) => () => void;
};

export function createNetwork({
  isOnline,
  onNetwork,
}: Pick<Browser, 'isOnline' | 'onNetwork'>): Network {
  const store = createStore(() => ({ isOnline: isOnline(), isWaiting: false }));
  onNetwork(() =>
    store.setState(isOnline() ? { isOnline: true, isWaiting: false } : { isOnline: false }),
  );
  return {
    store,
    onReturn: (back) =>
      store.subscribe((now, before) => {
        if (now.isOnline && !before.isOnline) back();
      }),
  };
}

export function waitForNetwork({ store, onReturn }: Network): Promise<void> {
  store.setState({ isWaiting: true });
  return new Promise((resolve) => {
    const end = onReturn(() => {
      end();
      resolve();
    });
  });
}
