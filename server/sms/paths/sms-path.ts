// A path that SMS take: a provider with its limits, circuit breaker and time limit.
import type { SmsKind } from '@inaam/campaigns/sms/sms-template.ts';
import {
  type OutgoingSms,
  type SendOutcome,
  type SmsProvider,
  sendWithLimit,
} from '../provider.ts';
import { createBreaker } from './breaker.ts';
import { createPacing, type PathLimits } from './pacing.ts';

/** Nothing was tried: there was no place, or the path has failed and rests. */
export type NotTried = { kind: 'notTried'; reason: 'full' | 'resting' };

export type SmsPathOptions = {
  name: string;
  sends: readonly SmsKind[];
  provider: SmsProvider;
  /** Without them messages are sent at once, and the path never rests. */
  limits?: PathLimits;
  /** Whether its provider reports the final state of a message. */
  hasReceipts?: boolean;
};

export type SmsPath = {
  name: string;
  sends: readonly SmsKind[];
  send(kind: SmsKind, sms: OutgoingSms): Promise<SendOutcome | NotTried>;
};

/** Whoever says an hour by mistake must not stop the campaign's codes for so long. */
const restMs = { default: 1000, max: 60_000 } as const;

export function createPath(
  { name, sends, provider, limits }: SmsPathOptions,
  { sendMs, placeMs }: { sendMs: number; placeMs: number },
  onChange: (isResting: boolean) => void,
): SmsPath {
  const attempt = (sms: OutgoingSms) => sendWithLimit(provider, sms, sendMs);
  if (!limits) return { name, sends, send: (_, sms) => attempt(sms) };
  const pacing = createPacing(limits);
  const breaker = createBreaker(onChange);
  return {
    name,
    sends,
    async send(kind, sms) {
      const giveBack = await pacing.take(kind, placeMs);
      if (!giveBack) return { kind: 'notTried', reason: 'full' };
      try {
        const outcome = await breaker.run(() => attempt(sms));
        if (outcome?.kind === 'throttled') {
          pacing.pause(Math.min(outcome.retryAfterMs ?? restMs.default, restMs.max));
        }
        return outcome ?? { kind: 'notTried', reason: 'resting' };
      } finally {
        giveBack();
      }
    },
  };
}

/** The only path, for all messages and without limits, like the mailbox. */
export const singlePath = (provider: SmsProvider): SmsPathOptions => ({
  name: 'mailbox',
  sends: ['otp', 'voucher'],
  provider,
});
