import type { LoaderWords } from '@inaam/campaigns/public/words.ts';
import { readWinType } from '@inaam/contract/limits.ts';
import { createCalls, type Calls } from '../../api/calls.ts';
import { createClient, type Call, createServerClock } from '../../api/client.ts';
import { solveProof } from '../../api/solve-proof.ts';
import type { LocaleStore } from '../../locale/locale-store.ts';
import { whileRoundLasts, type EntryStore } from '../../session/entry.ts';
import { ownRegistration } from '../../session/own-registration.ts';
import type { SafeStorage } from '../../session/storage/safe-storage.ts';
import type { SessionStore } from '../../session/session-store.ts';
import { storeReward } from '../../session/storage/stored-reward.ts';
import type { Loading } from '../../ui/loading.ts';
import type { Browser } from '../browser.ts';
import type { Network } from '../network/network.ts';
import type { CallName } from '@inaam/contract/calls.ts';
import { possibleAmounts } from '../../session/session-status.ts';

type ConnectOptions = {
  session: SessionStore;
  local: SafeStorage;
  entryStore: EntryStore;
  locale: LocaleStore;
  loading: Loading;
  network: Network;
};

export function connectCalls(
  { fetch, pause, isOnline, now }: Browser,
  { session, local, entryStore, locale, loading, network }: ConnectOptions,
): Calls {
  const campaign = () => locale.store.getState().campaign;
  const loaderText = (word: keyof LoaderWords) => campaign().words.loader[word];
  const send = createClient({
    fetch,
    pause: (ms) => retryPause(pause(ms), { entryStore, network }),
    isOnline,
    clock: createServerClock(now),
    randomBelow: (bound) => Math.floor(Math.random() * bound),
    credentials: session.getState,
    round: () => entryStore.getState().round,
    language: () => campaign().language,
    solveProof,
  });
  const amounts = () => possibleAmounts(campaign(), session.getState().isFixedReward === true);
  /** Keeps it even if Back has ended the session meanwhile: the next visit shows the reward. */
  const keepReward = (answering: Promise<object>) => {
    const { mobile } = ownRegistration(session, local);
    const possible = amounts();
    const keep = (answer: object) => {
      const amount = readWinType('winType' in answer ? answer.winType : undefined, possible);
      if (mobile !== null && amount !== undefined) storeReward(local, { mobile, amount });
    };
    // The caller handles a failed answer.
    answering.then(keep, () => undefined);
  };
  const callWithLoader: Call = (name, fields, onBusy) => {
    const word = loaderTexts[name];
    const answer =
      word === null
        ? send(name, fields, onBusy)
        : loading.during(loaderText(word), (show) =>
            send(name, fields, () => show(loaderText('busy'))),
          );
    if (name === 'getReward') keepReward(answer);
    return whileRoundLasts(entryStore, answer);
  };
  const quietCall: Call = (name, fields) => whileRoundLasts(entryStore, send(name, fields));
  return createCalls(callWithLoader, quietCall, amounts);
}

export const loaderTexts: Record<CallName, keyof LoaderWords | null> = {
  startSession: 'startingSession',
  recordConsent: 'loading',
  register: 'savingDetails',
  resendOtp: 'resendingOtp',
  verifyOtp: 'verifyingOtp',
  getStates: 'gettingStates',
  getCities: 'loading',
  editDetails: 'savingDetails',
  getDetails: 'fetchingDetails',
  getReward: null,
  getQuestion: null,
  answerQuestion: null,
  proveNumber: 'loading',
  withdrawConsent: 'loading',
  eraseData: 'loading',
};

/** Resolves after the pause, or earlier if a new session starts or the network is lost. */
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
