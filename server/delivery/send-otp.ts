// The job that sends a one-time code. A code that expired, was used or was replaced in the meantime
// is not sent: it would only mislead (reliability F12).
import { renderSms } from '@inaam/campaigns/sms/sms-template.ts';
import { sealContexts } from '../keys/seal-contexts.ts';
import type { CodeMessage } from '../storage/messages.ts';
import { sendSms } from './send-sms.ts';
import type { JobOutcome, DeliveryContext } from './context.ts';

export type CodeVerdict =
  | { kind: 'send'; codeSealed: Buffer; mobileSealed: Buffer }
  | { kind: 'lapse'; reason: 'replaced' | 'used' | 'expired' | 'wiped' }
  /** Another job has finished it. */
  | { kind: 'ended' };

/** Whether a code may still be sent. */
export function verdictOfCode(message: CodeMessage, now: number): CodeVerdict {
  if (message.state !== 'owed') return { kind: 'ended' };
  if (!message.isCurrent) return { kind: 'lapse', reason: 'replaced' };
  if (message.isUsed) return { kind: 'lapse', reason: 'used' };
  if (message.expiresAt === undefined || message.expiresAt <= now)
    return { kind: 'lapse', reason: 'expired' };
  const { codeSealed, mobileSealed } = message;
  if (!codeSealed || !mobileSealed) return { kind: 'lapse', reason: 'wiped' };
  return { kind: 'send', codeSealed, mobileSealed };
}

/**
 * Sends the code of a message, or ends it.
 * @throws DeliveryFault where it is to be tried again
 */
export async function sendOtp(context: DeliveryContext, messageId: string): Promise<JobOutcome> {
  const { keys, clocks, storage, sms } = context;
  const message = await storage.readCodeMessages.one(messageId);
  if (message === 'none') return 'ended';
  const verdict = verdictOfCode(message, clocks.wall());
  switch (verdict.kind) {
    case 'ended':
      return 'ended';
    case 'lapse':
      await storage.expireMessages.one({ messageId, at: clocks.wall(), reason: verdict.reason });
      return 'lapsed';
    case 'send': {
      const { userKey, mobileIndex } = message;
      const to = keys.open(
        verdict.mobileSealed,
        sealContexts.challengeMobile(userKey, mobileIndex),
      );
      const code = keys.open(verdict.codeSealed, sealContexts.challengeCode(userKey, mobileIndex));
      const text = renderSms(sms.otp, { code });
      return sendSms(context, { id: messageId, to, text, template: sms.otp.dlt });
    }
    default:
      return verdict satisfies never;
  }
}
