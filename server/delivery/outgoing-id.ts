import { createHash } from 'node:crypto';

/**
 * The id that the provider knows an SMS by. Retries have the same one, so that it can tell them;
 * what a person has sent again is an SMS of its own.
 * @param resends how often the message was sent again
 * @returns a UUID: of the message, or one that follows from it
 */
export function outgoingId(messageId: string, resends: number): string {
  if (resends === 0) return messageId;
  const hash = createHash('sha256').update(`${messageId}|${resends}`).digest('hex');
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`];
  return [...parts, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-');
}
