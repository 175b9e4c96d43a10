// When the network returns, failed reads are repeated automatically, and so are the submissions
// that the server answers alike each time.
import { createStore, type StoreApi } from 'zustand/vanilla';
import { NetworkFailed } from '../../api/failures.ts';
import type { Round } from '../../session/round.ts';
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

/** After an outage it goes on by itself, unless its session is over. */
export async function onceOnline<Answer>(
  { network, round }: { network: Network; round: Round },
  call: () => Promise<Answer>,
  onWait: (isWaiting: boolean, error: NetworkFailed) => void,
): Promise<Answer> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof NetworkFailed) || network.store.getState().isOnline) throw error;
      onWait(true, error);
      await networkBack(network, round.signal);
      onWait(false, error);
    }
  }
}

/** Never resolves after the signal. */
function networkBack({ store, onReturn }: Network, signal: AbortSignal): Promise<void> {
  store.setState({ isWaiting: true });
  return new Promise((resolve) => {
    const end = () => {
      unsubscribe();
      signal.removeEventListener('abort', end);
      if (signal.aborted) store.setState({ isWaiting: false });
      else resolve();
    };
    const unsubscribe = onReturn(end);
    signal.addEventListener('abort', end);
  });
}
