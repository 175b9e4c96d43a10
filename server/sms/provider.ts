// What every SMS provider implements. Other folders know these types only, never a company's name.
import type { Dlt } from '@inaam/campaigns/loader/server-campaign.ts';

export type OutgoingSms = {
  /** The message's id, the same for each attempt: the provider's idempotency key. */
  id: string;
  /** Indian mobile number, 10 digits. */
  to: string;
  text: string;
  template: Dlt;
};

/**
 * The provider's answer. `reason` is its code or message, without number and text.
 * After an error or a timeout the message may or may not have been sent.
 */
export type SendOutcome =
  { kind: 'accepted'; reference: string } | { kind: 'refused'; reason: string; retryable: boolean };

export type SmsProvider = {
  send(sms: OutgoingSms): Promise<SendOutcome>;
};
