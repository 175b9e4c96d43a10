// Handing one text to the SMS provider and writing down what came of it. The only place that calls the provider.
// A text that was not written down may go out again: under the same message id, with the same words.
import type { OutgoingSms, SendOutcome } from '../sms/provider.ts';
import type { Attempt } from '../storage/messages.ts';
import { DeliveryError, safeReason, errorCode } from './delivery-error.ts';
import type { JobOutcome, DeliveryContext } from './context.ts';

/**
 * Sends a message once.
 * @throws DeliveryFault where it is to be tried again
 */
export async function sendSms(tools: DeliveryContext, sms: OutgoingSms): Promise<JobOutcome> {
  const attempt = attemptOf(sms.id, await ask(tools, sms), tools.clocks.wall());
  await tools.storage.recordAttempts.one(attempt);
  const { log } = tools;
  if (attempt.outcome === 'accepted') return 'sent';
  if (attempt.outcome === 'refused' && attempt.isFinal) {
    log.error(
      { message: sms.id, reason: attempt.reason },
      'The SMS provider refused a message for good: it has failed. Look at the reason.',
    );
    return 'failed';
  }
  tools.report(`${attempt.outcome}|${attempt.reason}`, () =>
    log.warn(
      { reason: attempt.reason },
      'The SMS provider did not take messages; they are tried again. Said once a minute at most.',
    ),
  );
  throw new DeliveryError(`The SMS provider did not take the message: ${attempt.reason}.`);
}

type Told = SendOutcome | { kind: 'unknown'; reason: string };

async function ask({ provider, sendMs }: DeliveryContext, sms: OutgoingSms): Promise<Told> {
  let timer: NodeJS.Timeout | undefined;
  const timeOut = new Promise<Told>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'unknown', reason: 'no answer in time' }), sendMs);
  });
  try {
    return await Promise.race([provider.send(sms), timeOut]);
  } catch (error) {
    return { kind: 'unknown', reason: errorCode(error) };
  } finally {
    clearTimeout(timer);
  }
}

function attemptOf(messageId: string, told: Told, at: number): Attempt {
  if (told.kind === 'accepted')
    return { messageId, at, outcome: 'accepted', reference: told.reference };
  const reason = safeReason(told.reason);
  return told.kind === 'refused'
    ? { messageId, at, outcome: 'refused', reason, isFinal: !told.retryable }
    : { messageId, at, outcome: 'unknown', reason };
}
