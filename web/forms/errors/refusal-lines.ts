import { isMessageId } from '@inaam/contract/message-ids.ts';
import type { CallRefused } from '../../api/call-refused.ts';
import { serverMessage, type Message } from '../../locale/message.ts';

/**
 * What a form says about a refusal that belongs to no field. Without a message of the server the
 * notification says that something went wrong, but not of a refusal that screens handle (Spec 5).
 */
export function refusalLines(error: CallRefused): Message[] {
  if (error.message !== '') return [serverMessage(error)];
  return isMessageId(error.messageId) ? ['errors.generic'] : [];
}
