import { createContext, use, useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand/react';
import { messageText, type Message } from '../locale/message.ts';
import type { EntryState } from '../session/entry.ts';
import type { Session } from '../session/session-state.ts';
import type { AppContext } from './app-context.ts';

export const AppProvider = createContext<AppContext | null>(null);

export function useApp(): AppContext {
  const app = use(AppProvider);
  if (app === null) {
    throw new Error('Failed to reach the app: no AppProvider around the component. Add one.');
  }
  return app;
}

export function useWords() {
  return useApp().campaign.words;
}

export function useMessageText(): (message: Message) => string {
  const { campaign } = useApp();
  return (message) => messageText(message, campaign);
}

export function useSession<T>(select: (session: Session) => T): T {
  return useStore(useApp().session, select);
}

export function useEntry<T>(select: (entry: EntryState) => T): T {
  return useStore(useApp().entry.store, select);
}

export function useOnReturn(onReturn: () => void): void {
  const { network } = useApp();
  const onReturnNow = useEffectEvent(onReturn);
  useEffect(() => network.onReturn(() => onReturnNow()), [network]);
}
