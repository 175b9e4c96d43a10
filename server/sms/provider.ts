// The port to whoever carries SMS. Everything outside this room knows these types only, never a company's name.
import type { Dlt } from '@inaam/campaigns/server-side.ts';

export type OutgoingSms = {
  /** The message's id. Sent again with every new attempt: the provider's idempotency key. */
  id: string;
  /** Indian mobile number, 10 digits. */
  to: string;
  text: string;
  template: Dlt;
};

/**
 * What the provider answered. `reason` is its word or code for it, without number and text.
 * A throw or no answer in time means that nobody knows: it may have gone out.
 */
export type SendOutcome =
  { kind: 'accepted'; reference: string } | { kind: 'refused'; reason: string; retryable: boolean };

export type SmsProvider = {
  send(sms: OutgoingSms): Promise<SendOutcome>;
};
