// What a receiver gets: a pseudonym, amounts, ids and times to the minute. Nothing else about a
// person.
import type { WebhookEvent } from './webhook-events.sql.ts';

const minuteMs = 60_000;

export function eventBody(
  campaign: string,
  event: Omit<WebhookEvent, 'tries' | 'queuedAt'>,
): string {
  const { number, type, pseudonym, amount, messageId, at } = event;
  return JSON.stringify({
    type,
    timestamp: new Date(Math.floor(at / minuteMs) * minuteMs).toISOString(),
    data: {
      campaign,
      participant: pseudonym.toString('hex'),
      sequence: number,
      ...(amount === undefined ? {} : { amount }),
      ...(messageId === undefined ? {} : { message: messageId }),
    },
  });
}
