import type { Words } from '@inaam/campaigns/public/words.ts';
import { messageIds, type MessageId } from '@inaam/contract/message-ids.ts';

type Sentence = keyof Words['messages'];

export type NotOpen = 'notStarted' | 'ended' | 'paused';

type Details = {
  messageId?: MessageId;
  /** Sent as `Retry-After` and spelled out in the sentence. */
  retryAfterSeconds?: number;
  /** The next attempt can bring its proof of work. */
  challenge?: object;
  serverTime?: number;
  campaign?: NotOpen;
};

export class Refusal extends Error {
  override name = 'Refusal';
  readonly statusCode: number;
  readonly sentence: Sentence;
  readonly details: Details;
  constructor(statusCode: number, sentence: Sentence, details: Details = {}) {
    super(sentence);
    this.statusCode = statusCode;
    this.sentence = sentence;
    this.details = details;
  }
}

export function refuse(
  messageId: SentMessageId,
  retryAfterSeconds?: number,
  challenge?: object,
): Refusal {
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  const proof = challenge === undefined ? {} : { challenge };
  return new Refusal(messageIds[messageId], messageId, { messageId, ...wait, ...proof });
}

export type SentMessageId = MessageId & Sentence;

export function pacedOut(retryAfterSeconds: number): Refusal {
  return new Refusal(messageIds.tryAgain, 'pacedOut', {
    messageId: 'tryAgain',
    retryAfterSeconds,
  });
}

/** The mobile is guarded: after the wait, the next code can be requested. */
export function guardedTryAgain(retryAfterSeconds: number): Refusal {
  return new Refusal(messageIds.tryAgain, 'guarded', { messageId: 'tryAgain', retryAfterSeconds });
}

/** 401: the client clears its session and starts again. */
export function sessionExpired(serverTime?: number): Refusal {
  return new Refusal(401, 'sessionExpired', serverTime === undefined ? {} : { serverTime });
}

/** 403 outside the programme period, or during a pause. */
export function notOpen(campaign: NotOpen): Refusal {
  return new Refusal(403, campaign, { campaign });
}

/** The call stored nothing and can be repeated. */
export function unavailable(retryAfterSeconds = 2): Refusal {
  return new Refusal(503, 'unavailable', { retryAfterSeconds });
}
