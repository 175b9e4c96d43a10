// The server was reached, understood the call and said no. Not a failed network, and not an answer that could
// not be read: those have errors of their own.
import type { Refusal } from '@inaam/contract/envelope.ts';

export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  readonly statusCode: number;
  readonly messageId: string | undefined;
  /** Seconds until the call may be tried again, where the server says so. */
  readonly retryAfterSeconds: number | undefined;
  /** The server's clock in ms, where the call's own time was the fault. */
  readonly serverTimeMs: number | undefined;
  /** Where the programme stands, where that is the reason. */
  readonly programme: 'notStarted' | 'ended' | undefined;

  /** @param refusal its `message` is a sentence for the participant, or empty. */
  constructor(refusal: Refusal, retryAfterSeconds?: number) {
    super(refusal.message);
    this.statusCode = refusal.statusCode;
    this.messageId = refusal.messageId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.serverTimeMs = refusal.serverTime;
    this.programme = refusal.campaign;
  }
}
