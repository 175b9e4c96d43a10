import type { Refusal } from '@inaam/contract/envelope.ts';

type Circumstances = {
  retryAfterSeconds?: number | undefined;
  language?: string | undefined;
};

export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  readonly statusCode: number;
  readonly messageId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly language: string | undefined;
  /** The server's clock in ms, if the call was signed with a wrong time. */
  readonly serverTimeMs: number | undefined;
  /** A challenge; the next attempt may bring the proof of work. */
  readonly challenge: unknown;
  readonly programme: Refusal['campaign'];

  constructor(refusal: Refusal, { retryAfterSeconds, language }: Circumstances = {}) {
    super(refusal.message);
    this.statusCode = refusal.statusCode;
    this.messageId = refusal.messageId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.language = language;
    this.serverTimeMs = refusal.serverTime;
    this.challenge = refusal.challenge;
    this.programme = refusal.campaign;
  }
}
