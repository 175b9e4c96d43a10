// How a session comes to be (Spec 4, Entry): the gate that decides whether the app shows, and the start of a new
// session after Logout, Back or expiry. One start runs at a time; a later one supersedes it.
//
//   starting ── answer valid ──> admitted       Logout, Back, expiry: any ──> starting
//            ── not valid, no QR ──> refused
//            ── no answer ──> failed ── try again ──> starting
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EntryValues, SessionAnswer } from '../api/calls.ts';
import type { Programme } from './guard.ts';
import { clearSession, type SessionStore } from './session-store.ts';

export type EntryState = {
  phase: 'starting' | 'admitted' | 'refused' | 'failed';
  /** Why the start failed. */
  fault: unknown;
  programme: Programme;
  /** A code of this user key is still alive; Resend is possible from `resendAt`, ms by the device's clock. */
  pending: { resendAt: number } | null;
  /** Counts the sessions of this page: a screen of an older one is thrown away. */
  round: number;
};

type Doors = {
  session: SessionStore;
  /** Query values of the QR link, now or from this tab's entry. */
  entryValues: () => EntryValues | undefined;
  startSession: (entry: EntryValues, masterKey: string | undefined) => Promise<SessionAnswer>;
  readMasterKey: () => string | undefined;
  keepMasterKey: (userKey: string) => void;
  /** ms since 1970, by the device's clock. */
  now: () => number;
};

export type Entry = {
  store: StoreApi<EntryState>;
  /** Shows the app at once to who is logged in, else starts a session. */
  enter: () => Promise<void>;
  /** Drops the session and starts a new one (Requirement SES-7); also tries a failed start again. */
  restart: () => Promise<void>;
  /**
   * Answers as the work does while the session lasts that it was begun in; after that never, for the screen that
   * asked is gone, and its answer must not touch the new session.
   */
  withinRound: <T>(work: Promise<T>) => Promise<T>;
};

export function createEntry(doors: Doors): Entry {
  const { session } = doors;
  const store = createStore<EntryState>(() => ({
    phase: 'starting',
    fault: null,
    programme: 'open',
    pending: null,
    round: 0,
  }));

  const start = async () => {
    const round = store.getState().round + 1;
    const values = doors.entryValues();
    store.setState({ phase: 'starting', pending: null, round });
    if (values === undefined) {
      clearSession(session);
      store.setState({ phase: 'refused' });
      return;
    }
    try {
      // The call reads the held token as it is made; only then is the old session dropped.
      const answered = doors.startSession(values, doors.readMasterKey());
      clearSession(session);
      const answer = await answered;
      if (store.getState().round === round) admit(answer);
    } catch (error) {
      if (store.getState().round !== round) return;
      store.setState({ phase: 'failed', fault: error });
    }
  };

  const admit = (answer: SessionAnswer) => {
    const { token, pending, campaign: programme } = answer;
    if (!answer.isValidToken || token === null) {
      store.setState({ phase: 'refused', programme });
      return;
    }
    doors.keepMasterKey(token.userKey);
    // A pending code was registered for, and that takes a recorded Yes.
    session.setState({ ...token, isConsentGiven: pending !== null });
    store.setState({
      phase: 'admitted',
      programme,
      pending: pending && { resendAt: doors.now() + pending.resendAfter * 1000 },
    });
  };

  return {
    store,
    enter: async () => {
      if (session.getState().accessToken === null) return start();
      store.setState({ phase: 'admitted', round: 1 });
    },
    restart: () => {
      clearSession(session);
      return start();
    },
    withinRound: (work) => {
      const { round } = store.getState();
      const isOver = () => store.getState().round !== round;
      return new Promise((answer, refuse) => {
        work.then(
          (value) => isOver() || answer(value),
          (error: unknown) => isOver() || refuse(error),
        );
      });
    },
  };
}
