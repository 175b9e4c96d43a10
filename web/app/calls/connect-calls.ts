import type { LoaderWords } from '@inaam/campaigns/public/words.ts';
import { readWinType } from '@inaam/contract/limits.ts';
import { createCalls, type CallByName, type Calls } from '../../api/calls.ts';
import { createClient, type Call, createServerClock } from '../../api/client.ts';
import { solveProof } from '../../api/solve-proof.ts';
import type { LocaleStore } from '../../locale/locale-store.ts';
import type { Person } from '../../session/person.ts';
import type { Round } from '../../session/round.ts';
import type { SessionStore } from '../../session/session-store.ts';
import type { Loading } from '../../ui/loading.ts';
import type { Browser } from '../browser.ts';
import type { Network } from '../network/network.ts';
import { coreCalls, type CoreCallName } from '@inaam/contract/core-calls.ts';
import { possibleAmounts } from '../../session/session-status.ts';

type ConnectOptions = {
  session: SessionStore;
  person: Person;
  round: () => Round;
  locale: LocaleStore;
  loading: Loading;
  network: Network;
};

export function connectCalls(
  { fetch, pause, isOnline, now }: Browser,
  { session, person, round, locale, loading, network }: ConnectOptions,
): Calls {
  const campaign = () => locale.store.getState().campaign;
  const loaderText = (word: keyof LoaderWords) => campaign().words.loader[word];
  const send = createClient({
    fetch,
    pause: (ms, signal) => retryPause(pause(ms), { signal, network }),
    isOnline,
    clock: createServerClock(now),
    randomBelow: (bound) => Math.floor(Math.random() * bound),
    credentials: session.getState,
    signal: () => round().signal,
    language: () => campaign().language,
    solveProof,
  });
  const amounts = () => possibleAmounts(campaign(), session.getState().isFixedReward === true);
  /** Keeps it even if Back has ended the session meanwhile: the next visit shows the reward. */
  const keepReward = (answering: Promise<object>) => {
    const { mobile } = person.read();
    const possible = amounts();
    const keep = (answer: object) => {
      const amount = readWinType('winType' in answer ? answer.winType : undefined, possible);
      if (amount !== undefined) person.keepReward(mobile, amount);
    };
    // The caller handles a failed answer.
    answering.then(keep, () => undefined);
  };
  const callWithLoader: CallByName = (name, fields, onBusy) => {
    const { signal, during } = round();
    const row = coreCalls[name];
    const word = loaderTexts[name];
    const answer =
      word === null
        ? send(row, fields, onBusy)
        : loading.during(loaderText(word), signal, (show) =>
            send(row, fields, () => show(loaderText('busy'))),
          );
    if (name === 'getReward') keepReward(answer);
    return during(answer);
  };
  const quietCall: Call = (row, fields) => round().during(send(row, fields));
  return createCalls(callWithLoader, quietCall, amounts);
}

export const loaderTexts: Record<CoreCallName, keyof LoaderWords | null> = {
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
  proveNumber: 'loading',
  withdrawConsent: 'loading',
  eraseData: 'loading',
};

/** Resolves after the pause, or earlier if the session ends or the network is lost. */
export function retryPause(
  pause: Promise<void>,
  { signal, network }: { signal: AbortSignal; network: Pick<Network, 'store'> },
): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      unsubscribe();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const unsubscribe = network.store.subscribe((now) => now.isOnline || end());
    signal.addEventListener('abort', end);
    void pause.then(end);
  });
}
