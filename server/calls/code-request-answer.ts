// What a verdict on asking for a code is on the wire; register and resend answer alike. Decides
// nothing.
import { resendAfterSeconds } from '@inaam/contract/limits.ts';
import type { CodeRequestVerdict } from '../rules/request-code.ts';
import { Refusal, refuse } from '../http/refusal.ts';

/** @returns the seconds before a resend, or throws what refuses */
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
