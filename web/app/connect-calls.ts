import { createCalls, type Calls } from '../api/calls.ts';
import { createClient } from '../api/client.ts';
import { createServerClock } from '../api/server-clock.ts';
import type { LocaleStore } from '../locale/locale-store.ts';
import { whileRoundLasts, type EntryStore } from '../session/entry.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { Loading } from '../ui/loading.ts';
import type { Browser } from './browser.ts';
import { loaderTexts } from './loader-texts.ts';

type ConnectOptions = {
  session: SessionStore;
  entryStore: EntryStore;
  locale: LocaleStore;
  loading: Loading;
};

export function connectCalls(
  { fetch, pause, isOnline, now }: Browser,
  { session, entryStore, locale, loading }: ConnectOptions,
): Calls {
  const campaign = () => locale.store.getState().campaign;
  const send = createClient({
    fetch,
    pause,
    isOnline,
    clock: createServerClock(now),
    randomBelow: (bound) => Math.floor(Math.random() * bound),
    credentials: session.getState,
    round: () => entryStore.getState().round,
    language: () => campaign().language,
  });
  return createCalls((name, fields) => {
    const text = loaderTexts[name];
    const answer = send(name, fields);
    const shown = text === null ? answer : loading.during(campaign().words.loader[text], answer);
    return whileRoundLasts(entryStore, shown);
  });
}
