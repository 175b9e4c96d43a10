// Starts the page's session (Spec 4, Entry), and a new one after Logout, Back or expiry. A later
// start supersedes an earlier one.
//   starting ── valid answer ──> admitted       Logout, Back, expiry: any ──> starting
//            ── not valid, no QR ──> refused
//            ── no answer ──> failed ── try again ──> starting
// The second expiry within a minute: any ──> failed.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EntryValues, SessionAnswer } from '../api/calls.ts';
import type { Programme } from './navigation/guard.ts';
import { createRound, type Round } from './round.ts';
import { clearSession, dropSession, type SessionStore } from './session-store.ts';

export type PendingCode = {
  resendAt: number;
  /** HOME shows the registration instead, with a button that leads to the code. */
  isAside?: boolean;
  /** The newest code was sent for another browser or phone and works only there. */
  isElsewhere?: boolean | undefined;
};

/** Why the shopper is back on HOME: a key of the words' errors. */
type HomeReason = 'registerAgain' | 'registerFirst';

/** `left`: the number may take part again. `refused`: what a registration would be answered. */
export type Arrival = {
  left?: { today: number; inAll: number } | undefined;
  refused?: { messageId: string; message: string } | undefined;
};
type ArrivalRefused = NonNullable<Arrival['refused']> & { language: string };

export type EntryState = {
  phase: 'starting' | 'admitted' | 'refused' | 'failed';
  error: unknown;
  programme: Programme;
  pending: PendingCode | null;
  reason: HomeReason | null;
  /** What the server said of the link's purchase at the start. */
  arrival: Omit<Arrival, 'refused'> & { refused?: ArrivalRefused | undefined };
  /** The notice was answered in an earlier session. */
  isConsentRemembered: boolean;
  round: Round;
};

export type EntryStore = StoreApi<EntryState>;

export function createEntryStore(): EntryStore {
  return createStore<EntryState>(() => ({
    phase: 'starting',
    error: null,
    programme: 'open',
    pending: null,
    reason: null,
    arrival: {},
    isConsentRemembered: false,
    round: createRound(),
  }));
}

type EntryOptions = {
  store: EntryStore;
  session: SessionStore;
  entryValues: () => EntryValues | undefined;
  startSession: (values: EntryValues, masterKey: string | undefined) => Promise<SessionAnswer>;
  readMasterKey: () => string | undefined;
  /** @param sent the key that the session was requested with */
  keepMasterKey: (userKey: string, sent: string | undefined) => void;
  hasAgreed: (userKey: string) => boolean;
  /** The notice was answered with Yes before the session started. */
  hasAgreedBefore: () => boolean;
  /** Gives the session its consent. @throws as calls do */
  recordAgreement: () => Promise<void>;
  /** The tab has a reward, and was opened again with the link of another purchase. */
  isAnotherPurchase: () => boolean;
  arrivalOf: (answer: SessionAnswer) => Arrival;
  language: () => string;
  notify: (refused: ArrivalRefused) => void;
  now: () => number;
};

export type Entry = {
  store: EntryStore;
  enter: () => Promise<void>;
  /** Records a Yes to the notice. @throws as calls do */
  agree: () => Promise<void>;
  /** @param as what HOME shows; by default, what the previous start was to show */
  restart: (as?: Restart) => Promise<void>;
  /** Ends the session without starting another. */
  fail: (error: unknown) => void;
};

type Restart = {
  reason?: HomeReason;
  /** A pending code is offered, not forced. */
  isCodeAside?: boolean;
  /** It is of another tab's purchase: this tab keeps its own, and registers it again. */
  isCodeOfAnotherPurchase?: boolean;
};

function arrivalOf(answer: SessionAnswer, options: EntryOptions): EntryState['arrival'] {
  const { left, refused } = options.arrivalOf(answer);
  return { left, refused: refused && { ...refused, language: options.language() } };
}

const withoutToken = ({ token, ...answer }: SessionAnswer): SessionAnswer => ({
  ...answer,
  token: token && { ...token, accessToken: null },
});

/** Before HOME is shown, which would ask again. If it fails, HOME asks. */
async function recordYesBefore(options: EntryOptions): Promise<void> {
  const { round } = options.store.getState();
  if (options.hasAgreedBefore())
    await round.during(options.recordAgreement()).catch(() => undefined);
}

export function createEntry(options: EntryOptions): Entry {
  const { store, session } = options;

  let shown: Restart = {};

  const start = async (isAnotherPurchase = false) => {
    const { reason = null } = shown;
    const round = store.getState().round.next();
    const values = options.entryValues();
    store.setState({ phase: 'starting', pending: null, reason, arrival: {}, round });
    if (values === undefined) {
      clearSession(session);
      store.setState({ phase: 'refused' });
      return;
    }
    try {
      // The call reads the stored token first; clear the session only after that.
      const masterKey = options.readMasterKey();
      const answering = round.during(options.startSession(values, masterKey));
      if (!isAnotherPurchase) dropSession(session);
      const answer = await answering;
      const { left, refused } = arrivalOf(answer, options);
      if (isAnotherPurchase && !left) {
        store.setState({ phase: 'admitted' });
        return refused && options.notify(refused);
      }
      if (isAnotherPurchase) clearSession(session);
      await admit(isAnotherPurchase ? withoutToken(answer) : answer, masterKey);
    } catch (error) {
      store.setState(isAnotherPurchase ? { phase: 'admitted' } : { phase: 'failed', error });
    }
  };

  const admit = async (answer: SessionAnswer, masterKey: string | undefined) => {
    const { token, pending, campaign: programme } = answer;
    if (!answer.isValidToken || token === null) {
      store.setState({ phase: 'refused', programme });
      return;
    }
    options.keepMasterKey(token.userKey, masterKey);
    const { isCodeAside: isAside = false, isCodeOfAnotherPurchase = false } = shown;
    const resendAt = options.now() + (pending?.resendAfter ?? 0) * 1000;
    // A pending registration implies consent.
    const isConsentRemembered = pending !== null || options.hasAgreed(token.userKey);
    session.setState({ ...token, isConsentGiven: isConsentRemembered });
    if (!isConsentRemembered) await recordYesBefore(options);
    store.setState({
      phase: 'admitted',
      programme,
      isConsentRemembered,
      arrival: arrivalOf(answer, options),
      pending: pending && !isCodeOfAnotherPurchase ? { resendAt, isAside } : null,
    });
  };

  return {
    store,
    agree: options.recordAgreement,
    enter: async () => {
      if (session.getState().accessToken === null) return start();
      if (options.isAnotherPurchase()) return start(true);
      store.setState({ phase: 'admitted' });
    },
    restart: (as) => {
      if (as === undefined || as.isCodeOfAnotherPurchase) dropSession(session);
      else clearSession(session);
      shown = as ?? shown;
      return start();
    },
    fail: (error) => {
      clearSession(session);
      const round = store.getState().round.next();
      store.setState({ phase: 'failed', error, pending: null, reason: null, round });
    },
  };
}
