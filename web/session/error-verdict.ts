// The shared handling of errors (Spec 8): a pure verdict on what is told about an error, and whether it ends the
// session. Shows nothing itself.
import { isMessageId } from '@inaam/contract/message-ids.ts';
import type { ErrorWords } from '@inaam/campaigns/public/words.ts';
import { CallRefused } from '../api/call-refused.ts';
import { NetworkFailed } from '../api/network-failed.ts';
import { SessionMissing } from '../api/session-missing.ts';
import type { Programme } from './guard.ts';

export type ErrorVerdict =
  /** The screen that made the call tells it. */
  | { kind: 'silent' }
  /** The session is over; a new one starts. */
  | { kind: 'expired'; text: string }
  /** The programme is not open; the closed page tells it. */
  | { kind: 'closed'; programme: Programme }
  | { kind: 'told'; text: string };

export function errorVerdict(error: unknown, isOnline: boolean, words: ErrorWords): ErrorVerdict {
  if (error instanceof CallRefused) {
    if (isMessageId(error.messageId)) return { kind: 'silent' };
    if (error.statusCode === 401) return { kind: 'expired', text: words.sessionExpired };
    if (error.programme !== undefined) return { kind: 'closed', programme: error.programme };
  }
  return { kind: 'told', text: sentenceOf(error, isOnline, words) };
}

/** The sentence for an error, whoever shows it. */
export function sentenceOf(error: unknown, isOnline: boolean, words: ErrorWords): string {
  if (error instanceof SessionMissing) return error.message;
  if (error instanceof NetworkFailed) return isOnline ? words.network : words.offline;
  if (error instanceof CallRefused) return error.message || words.generic;
  // The strings of Spec 8 ('500'), and whatever else was thrown.
  return isOnline ? words.generic : words.offline;
}
