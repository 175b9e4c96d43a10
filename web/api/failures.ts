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

// The server may have acted all the same.
export class NetworkFailed extends Error {
  override readonly name = 'NetworkFailed';

  constructor(cause: unknown) {
    super('Failed to fetch', { cause }); // Spec 8
  }
}

// The call was not sent, and the session is not cleared (Spec 6).
export class SessionMissing extends Error {
  override readonly name = 'SessionMissing';
  readonly statusCode = 401;
}

/** Nor is a call that needs a token and has none: this visitor has not registered yet. */
export class NotRegistered extends Error {
  override readonly name = 'NotRegistered';
}

// Of a proxy, perhaps: it never ends the session, because our own 401 always has the envelope.
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
  readonly reason: 'noEnvelope' | 'otherShape';

  constructor(reason: 'noEnvelope' | 'otherShape') {
    super('500'); // Spec 8
    this.reason = reason;
  }
}
