import { createHash } from 'node:crypto';

/**
 * The id by which the provider knows an SMS. Retries have the same id, so that the provider can
 * recognize them; a voucher that a person sends again is a new SMS.
 * @param resends how often the message was sent again
 * @returns a UUID: the message's, or one derived from it
 */
export function outgoingId(messageId: string, resends: number): string {
  if (resends === 0) return messageId;
  const hash = createHash('sha256').update(`${messageId}|${resends}`).digest('hex');
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`];
  return [...parts, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-');
}
