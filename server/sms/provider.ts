import type { Dlt } from '@inaam/campaigns/loader/server-campaign.ts';

export type OutgoingSms = {
  /** The same for each attempt: the provider's idempotency key. */
  id: string;
  /** Ten digits. */
  to: string;
  text: string;
  template: Dlt;
};

/** `reason` contains neither mobile nor text. After an error the message may have been sent. */
export type SendOutcome =
  { kind: 'accepted'; reference: string } | { kind: 'refused'; reason: string; retryable: boolean };

export type SmsProvider = {
  send(sms: OutgoingSms): Promise<SendOutcome>;
};
