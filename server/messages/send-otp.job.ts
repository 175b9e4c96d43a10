// Skips codes that have expired, were used or were replaced, because they would only mislead
// (reliability F12).
import { renderSms } from '@inaam/campaigns/sms/sms-template.ts';
import { sealContexts } from '../platform/seal.ts';
import type { CodeMessage, expireMessages } from './messages.sql.ts';
import { assertBelowCeiling, refuseToSend, sendSms, type SmsStorage } from './send-sms.job.ts';
import type { MessageOutcome, SendingContext } from './delivery-dependencies.ts';

type Context = SendingContext<SmsStorage & { expireMessages: ReturnType<typeof expireMessages> }>;

export type CodeVerdict =
  | { kind: 'send'; codeSealed: Buffer; mobileSealed: Buffer }
  | { kind: 'lapse'; reason: 'replaced' | 'used' | 'expired' | 'wiped' };

export function verdictOfCode(message: CodeMessage, now: number): CodeVerdict {
  if (!message.isCurrent) return { kind: 'lapse', reason: 'replaced' };
  if (message.isUsed) return { kind: 'lapse', reason: 'used' };
  if (message.expiresAt === null || message.expiresAt <= now)
    return { kind: 'lapse', reason: 'expired' };
  const { codeSealed, mobileSealed } = message;
  if (!codeSealed || !mobileSealed) return { kind: 'lapse', reason: 'wiped' };
  return { kind: 'send', codeSealed, mobileSealed };
}

/** @throws DeliveryError if the message must be tried again */
export async function sendOtp(context: Context, message: CodeMessage): Promise<MessageOutcome> {
  const { keys, clocks, storage, sms } = context;
  const { id } = message;
  const verdict = verdictOfCode(message, clocks.wall());
  switch (verdict.kind) {
    case 'lapse':
      await storage.expireMessages.one({
        messageId: id,
        at: clocks.wall(),
        reason: verdict.reason,
      });
      return 'lapsed';
    case 'send': {
      const { userKey, mobileIndex } = message;
      const mobile = keys.open(
        verdict.mobileSealed,
        sealContexts.codeRequestMobile(userKey, mobileIndex),
      );
      if (!keys.mobileIndex(mobile).equals(mobileIndex))
        return refuseToSend(context, id, 'another number');
      assertBelowCeiling(context, 'codes');
      const code = keys.open(verdict.codeSealed, sealContextOf(message));
      const variables = { code };
      const text = renderSms(sms.otp, variables);
      const { dlt: template, category } = sms.otp;
      const outgoing = { id, to: mobile, text, variables, template, category };
      return sendSms(context, 'otp', outgoing, message);
    }
    default:
      return verdict satisfies never;
  }
}

function sealContextOf({ userKey, mobileIndex, guardedAt }: CodeMessage): string {
  return guardedAt === null
    ? sealContexts.codeRequestCode(userKey, mobileIndex)
    : sealContexts.guardedCode(mobileIndex, String(guardedAt));
}
