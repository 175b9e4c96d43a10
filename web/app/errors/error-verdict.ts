import { isMessageId } from '@inaam/contract/message-ids.ts';
import { CallRefused } from '../../api/call-refused.ts';
import { NetworkFailed } from '../../api/network-failed.ts';
import { NotRegistered, SessionMissing } from '../../api/session-missing.ts';
import { serverMessage, type Message } from '../../locale/message.ts';
import type { Programme } from '../../session/navigation/guard.ts';

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
