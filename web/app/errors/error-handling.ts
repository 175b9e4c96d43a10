import type { Drafts } from '../../session/storage/drafts.ts';
import type { Entry } from '../../session/entry.ts';
import type { SessionStore } from '../../session/session-store.ts';
import type { SafeStorage } from '../../session/storage/safe-storage.ts';
import type { Notices } from '../notices/notices.ts';
import type { OverlayStore } from '../layout/overlay-store.ts';
import { isMessageId } from '@inaam/contract/message-ids.ts';
import { CallRefused, NetworkFailed, NotRegistered, SessionMissing } from '../../api/failures.ts';
import { serverMessage, type Message } from '../../locale/message.ts';
import type { Programme } from '../../session/navigation/guard.ts';

export type ErrorHandling = {
  /** Shows a notification unless the screen shows the error. Replaces an expired session. */
  report: (error: unknown) => void;
  /** Like `report`, but opens the error popup, for screens that cannot show the error. */
  explain: (error: unknown) => void;
  /**
   * Like `report`, but only logs unless the error leads to another screen.
   * @returns whether the error was only logged
   */
  note: (action: Parameters<typeof logFailure>[0], error: unknown) => boolean;
};

type ErrorHandlingOptions = {
  isOnline: () => boolean;
  session: SessionStore;
  drafts: Drafts;
  entry: Entry;
  notices: Notices;
  overlay: OverlayStore;
  tab: SafeStorage;
  now: () => number;
  /** Closes open dialogs and goes HOME. */
  goHome: () => void;
};

export function createErrorHandling(options: ErrorHandlingOptions): ErrorHandling {
  const { isOnline, session, drafts, entry, notices, overlay, tab, now, goHome } = options;
  const expire = (error: unknown) => {
    // A new session has not helped: only the shopper can start another one.
    if (noteExpiry(tab, now())) {
      notices.store.setState({ notification: null });
      return entry.fail(error);
    }
    notices.notify('errors.sessionExpired');
    const hadToken = session.getState().accessToken !== null;
    // Never rejects: a failed start is a phase.
    void entry.restart(hadToken ? { reason: 'registerAgain' } : {});
  };
  const report = (error: unknown) => {
    const verdict = errorVerdict(error, isOnline());
    if (verdict.kind === 'closed') entry.store.setState({ programme: verdict.programme });
    if (verdict.kind === 'notify' || verdict.kind === 'unregistered') {
      notices.notify(verdict.message);
    }
    if (verdict.kind !== 'expired' && verdict.kind !== 'unregistered') return;
    // Registration continues in the new session, but details belong to the previous participant.
    drafts.drop('details');
    goHome();
    if (verdict.kind === 'expired') expire(error);
    else entry.store.setState({ reason: 'registerFirst' });
  };
  return {
    report,
    explain: (error) => {
      report(error);
      const { kind } = errorVerdict(error, isOnline());
      // A participant with a token is not redirected to the closed page.
      const hasToken = session.getState().accessToken !== null;
      if (kind === 'silent' || (kind === 'closed' && hasToken)) {
        overlay.setState({ open: { message: errorMessage(error, isOnline()) } });
      }
    },
    note: (action, error) => {
      const { kind } = errorVerdict(error, isOnline());
      const isLogged = kind === 'notify' || kind === 'silent';
      if (isLogged) logFailure(action, error);
      else report(error);
      return isLogged;
    },
  };
}

export type ErrorVerdict =
  | { kind: 'silent' }
  | { kind: 'expired' | 'unregistered'; message: Message }
  | { kind: 'closed'; programme: Programme }
  | { kind: 'notify'; message: Message };

export function errorVerdict(error: unknown, isOnline: boolean): ErrorVerdict {
  if (error instanceof CallRefused) {
    if (isMessageId(error.messageId)) return { kind: 'silent' };
    if (error.statusCode === 401)
      return { kind: 'expired', message: errorMessage(error, isOnline) };
    if (error.programme !== undefined) return { kind: 'closed', programme: error.programme };
  }
  const kind = error instanceof NotRegistered ? 'unregistered' : 'notify';
  return { kind, message: errorMessage(error, isOnline) };
}

export function errorMessage(error: unknown, isOnline: boolean): Message {
  if (error instanceof SessionMissing) return 'errors.sessionNotFound';
  if (error instanceof NetworkFailed) return isOnline ? 'errors.network' : 'errors.offline';
  if (error instanceof NotRegistered) return 'errors.registerFirst';
  if (error instanceof CallRefused) {
    if (error.statusCode === 401) return 'errors.sessionExpired';
    return error.message === '' ? 'errors.generic' : serverMessage(error);
  }
  return isOnline ? 'errors.generic' : 'errors.offline';
}

// Logs only the kind of the error and its codes: never a name, number, code, key or token.

function logFailure(
  what: 'spin' | 'bonus' | 'resend' | 'consent' | 'states',
  error: unknown,
): void {
  const kind = error instanceof Error ? error.name : typeof error;
  const code = error instanceof CallRefused ? ` ${error.statusCode} ${error.messageId ?? ''}` : '';
  console.warn(`${what} failed: ${kind}${code}`);
}

const expiryKey = 'inaam-expired';
const expiryPauseMs = 60_000;

/**
 * Stored for the tab, so that a permanent 401 cannot end session after session, with or without
 * reloads.
 * @returns whether another session of this tab expired within the last minute
 */
export function noteExpiry(tab: SafeStorage, now: number): boolean {
  const before = tab.getItem(expiryKey);
  tab.setItem(expiryKey, String(now));
  return before !== null && Math.abs(now - Number(before)) < expiryPauseMs;
}
