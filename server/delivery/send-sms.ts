// If the outcome cannot be recorded, the same text may be sent again, under the same id.
import type { OutgoingSms, SendOutcome } from '../sms/provider.ts';
import { sendWithLimit } from '../sms/send-with-limit.ts';
import type { Attempt } from '../storage/messages/messages.ts';
import type { DeliveryContext, JobOutcome } from './context.ts';
import { DeliveryError, safeReason } from './delivery-error.ts';

/** @throws DeliveryError if the job is to be retried */
export async function sendSms(
  context: DeliveryContext,
  sms: OutgoingSms,
  recordAttempts: DeliveryContext['storage']['recordCodeAttempts'],
): Promise<JobOutcome> {
  const { log, provider, sendMs, clocks } = context;
  const outcome = await sendWithLimit(provider, sms, sendMs);
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

function attemptOf(messageId: string, outcome: SendOutcome, at: number): Attempt {
  if (outcome.kind === 'accepted')
    return { messageId, at, outcome: 'accepted', reference: outcome.reference };
  const reason = safeReason(outcome.reason);
  switch (outcome.kind) {
    case 'refusedForGood':
      return { messageId, at, outcome: 'refused', reason, isFinal: true };
    case 'refusedForNow':
    case 'throttled':
      return { messageId, at, outcome: 'refused', reason, isFinal: false };
    case 'unknown':
      return { messageId, at, outcome: 'unknown', reason };
    default:
      return outcome satisfies never;
  }
}
