// Turns the rule's verdict on a code request into an answer, for register and resend alike.
import { resendAfterSeconds } from '@inaam/contract/limits.ts';
import type { CodeRequestVerdict } from '../rules/request-code.ts';
import { Refusal, refuse } from '../http/refusal.ts';

/** @throws Refusal */
export function answerCodeRequest(verdict: CodeRequestVerdict): { resendAfter: number } {
  switch (verdict.kind) {
    case 'send':
      return { resendAfter: resendAfterSeconds };
    case 'wait':
      return { resendAfter: verdict.resendAfterSeconds };
    case 'refuse':
      if (verdict.messageId === 'tryAgain') throw refuse('tryAgain', verdict.retryAfterSeconds);
      if (verdict.messageId === 'invalidData') {
        throw new Refusal(400, verdict.why, { messageId: 'invalidData' });
      }
      throw refuse(verdict.messageId);
    default:
      return verdict satisfies never;
  }
}
