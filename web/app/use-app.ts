// The thin React skin over the app's parts: what a component may reach, and how it follows a store.
import type { PublicWords } from '@inaam/campaigns/public/public-campaign.ts';
import { createContext, use, useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand/react';
import type { AppContext } from './create-app.ts';
import type { EntryState } from '../session/entry.ts';
import { retoldDeep } from '../locale/retell.ts';
import type { Session } from '../session/session-state.ts';

export const AppProvider = createContext<AppContext | null>(null);

export function useApp(): AppContext {
  const parts = use(AppProvider);
  if (parts === null) {
    throw new Error(
      'Failed to reach the app: this component stands outside of it. Wrap it in AppProvider.',
    );
  }
  return parts;
}

export function useWords() {
  return useApp().campaign.words;
}

export function useSession<T>(select: (session: Session) => T): T {
  return useStore(useApp().session, select);
}

export function useEntry<T>(select: (entry: EntryState) => T): T {
  return useStore(useApp().entry.store, select);
}

/** Asks again for what failed, when the network is back. */
export function useOnReturn(ask: () => void): void {
  const { network } = useApp();
  const askNow = useEffectEvent(ask);
  useEffect(() => network.onReturn(() => askNow()), [network]);
}

/** Sentences that were put down before, told in the language of the page now. @param place of the words they are from */
export function useRetold<T>(held: T, place?: keyof PublicWords): T {
  const retell = useStore(useApp().locale.store, (speech) => speech.retell);
  return retoldDeep(held, retell, place);
}
