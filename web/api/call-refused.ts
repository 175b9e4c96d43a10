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
  readonly serverTimeMs: number | undefined;
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
