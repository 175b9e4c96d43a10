import type { EntryStore } from '../../session/entry.ts';
import type { Network } from '../network/network.ts';

/** Resolves after the pause, or earlier when a new session starts or the network is lost. */
export function retryPause(
  pause: Promise<void>,
  { entryStore, network }: { entryStore: EntryStore; network: Pick<Network, 'store'> },
): Promise<void> {
  const { round } = entryStore.getState();
  return new Promise((resolve) => {
    const end = () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      resolve();
    };
    const unsubscribes = [
      entryStore.subscribe((now) => now.round !== round && end()),
      network.store.subscribe((now) => now.isOnline || end()),
    ];
    void pause.then(end);
  });
}
