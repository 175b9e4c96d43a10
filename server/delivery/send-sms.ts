// If the outcome cannot be recorded, the same text may be sent again, under the same id.
import type { OutgoingSms, SendOutcome, SmsProvider } from '../sms/provider.ts';
import type { Attempt } from '../storage/messages/messages.ts';
import { withTimeout } from '../time/with-timeout.ts';
import type { DeliveryContext, JobOutcome } from './context.ts';
import { DeliveryError, errorCode, safeReason } from './delivery-error.ts';

/** @throws DeliveryError if the job is to be retried */
export async function sendSms(
  context: DeliveryContext,
  sms: OutgoingSms,
  recordAttempts: DeliveryContext['storage']['recordCodeAttempts'],
): Promise<JobOutcome> {
  const { log, provider, sendMs, clocks } = context;
  const outcome = await withTimeout(outcomeOf(provider, sms), sendMs, noAnswer);
  const attempt = attemptOf(sms.id, outcome, clocks.wall());
  await recordAttempts.one(attempt);
  if (attempt.outcome === 'accepted') return 'sent';
  if (attempt.outcome === 'refused' && attempt.isFinal) {
    log.error(
      { message: sms.id, reason: attempt.reason },
      'The SMS provider rejected a message permanently. See the reason.',
    );
    return 'failed';
  }
  context.report(`${attempt.outcome}|${attempt.reason}`, () =>
    log.warn(
      { reason: attempt.reason },
      'The SMS provider did not accept messages; they will be retried. Logged at most once a minute.',
    ),
  );
  throw new DeliveryError(`The SMS provider did not accept the message: ${attempt.reason}.`);
}

type Outcome = SendOutcome | { kind: 'unknown'; reason: string };

const noAnswer: Outcome = { kind: 'unknown', reason: 'no answer in time' };

async function outcomeOf(provider: SmsProvider, sms: OutgoingSms): Promise<Outcome> {
  try {
    return await provider.send(sms);
  } catch (error) {
    return { kind: 'unknown', reason: errorCode(error) };
  }
}

function attemptOf(messageId: string, outcome: Outcome, at: number): Attempt {
  if (outcome.kind === 'accepted')
    return { messageId, at, outcome: 'accepted', reference: outcome.reference };
  const reason = safeReason(outcome.reason);
  return outcome.kind === 'refused'
    ? { messageId, at, outcome: 'refused', reason, isFinal: !outcome.retryable }
    : { messageId, at, outcome: 'unknown', reason };
}
