// The server understood the call and refused it.
import type { Refusal } from '@inaam/contract/envelope.ts';

type Circumstances = {
  /** From the header `Retry-After`. */
  retryAfterSeconds?: number | undefined;
  /** The language of `message`. */
  language?: string | undefined;
};

export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  readonly statusCode: number;
  readonly messageId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly language: string | undefined;
  /** The server's clock in ms, where the call was signed with a wrong time. */
  readonly serverTimeMs: number | undefined;
  /** Where the call is outside of the programme. */
  readonly programme: 'notStarted' | 'ended' | undefined;

  /** @param refusal its `message` is a sentence for the participant, or empty */
  constructor(refusal: Refusal, { retryAfterSeconds, language }: Circumstances = {}) {
    super(refusal.message);
    this.statusCode = refusal.statusCode;
    this.messageId = refusal.messageId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.language = language;
    this.serverTimeMs = refusal.serverTime;
    this.programme = refusal.campaign;
  }
}
