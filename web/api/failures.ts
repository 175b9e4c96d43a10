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

// The server may still have processed the call.
export class NetworkFailed extends Error {
  override readonly name = 'NetworkFailed';

  constructor(cause: unknown) {
    super('Failed to fetch', { cause }); // Spec 8
  }
}

// The call was not sent, and the session is kept (Spec 6).
export class SessionMissing extends Error {
  override readonly name = 'SessionMissing';
  readonly statusCode = 401;
}

/** The call needs a token and there is none: this visitor has not registered yet. Not sent. */
export class NotRegistered extends Error {
  override readonly name = 'NotRegistered';
}

// Probably from a proxy. It never ends the session: our own 401 always has the envelope.
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
  readonly reason: 'noEnvelope' | 'otherShape';

  constructor(reason: 'noEnvelope' | 'otherShape') {
    super('500'); // Spec 8
    this.reason = reason;
  }
}
