import type { Dlt } from '@inaam/campaigns/loader/server-campaign.ts';
import type { SmsCategory } from '@inaam/campaigns/sms/sms-category.ts';

export type OutgoingSms = {
  /** The same for each attempt: the provider's idempotency key. */
  id: string;
  /** Ten digits. */
  to: string;
  text: string;
  /** What differs between messages of a template, by the name of its placeholder. */
  variables: Readonly<Record<string, string>>;
  template: Dlt;
  category: SmsCategory;
};

/** `reason` contains neither mobile nor text. After an error the message may have been sent. */
export type SendOutcome =
  /**
   * Without a reference its receipt cannot be matched. Of a text of several parts each has an id,
   * and may get a receipt.
   */
  | { kind: 'accepted'; reference: string | undefined; parts?: readonly string[] }
  /** The same message will never be accepted. */
  | { kind: 'refusedForGood'; reason: string }
  /** Certainly not accepted: it may be sent again, by any path. */
  | { kind: 'refusedForNow'; reason: string }
  /** Not accepted, because too many are sent; `retryAfterMs` if the provider says when. */
  | { kind: 'throttled'; reason: string; retryAfterMs?: number }
  /** It may have been accepted. */
  | { kind: 'unknown'; reason: string };

export type SmsProvider = {
  /** @param signal ends the attempt, its connection too */
  send(sms: OutgoingSms, signal: AbortSignal): Promise<SendOutcome>;
  /** Of one that stays connected. */
  stop?(): Promise<void>;
};
