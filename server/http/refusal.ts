// A refusal: what a call throws when it says no. Carries the name of its sentence, not the sentence, so that the
// answer can be in the participant's language. Not thrown for what is broken: that is an ordinary error.
import type { Words } from '@inaam/campaigns/public/words.ts';
import { messageIds, type MessageId } from '@inaam/contract/message-ids.ts';

type Sentence = keyof Words['messages'];

type Details = {
  messageId?: MessageId;
  /** Goes out as `Retry-After`, and into the sentence as a spelled wait. */
  retryAfterSeconds?: number;
  serverTime?: number;
  campaign?: 'notStarted' | 'ended';
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

/** Refuses with a registered message id; its status stands in the registry. */
export function refuse(messageId: SentMessageId, retryAfterSeconds?: number): Refusal {
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return new Refusal(messageIds[messageId], messageId, { messageId, ...wait });
}

export type SentMessageId = MessageId & Sentence;

/** The cards of this day are used up; the participant's reward is kept for the next. */
export function pacedOut(retryAfterSeconds: number): Refusal {
  return new Refusal(messageIds.tryAgain, 'pacedOut', {
    messageId: 'tryAgain',
    retryAfterSeconds,
  });
}

/** 401: the client clears its session and starts anew. */
export function sessionExpired(serverTime?: number): Refusal {
  return new Refusal(401, 'sessionExpired', serverTime === undefined ? {} : { serverTime });
}

/** 403 outside the programme period. */
export function notOpen(campaign: 'notStarted' | 'ended'): Refusal {
  return new Refusal(403, campaign, { campaign });
}

/** 503: the store cannot be reached, or there is too much load; nothing was half done. */
export function unavailable(retryAfterSeconds = 2): Refusal {
  return new Refusal(503, 'unavailable', { retryAfterSeconds });
}
