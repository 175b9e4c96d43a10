// Turns the rule's verdict on a code request into an answer, for register and resend alike.
import type { CodeRequestVerdict } from '../rules/request-code.ts';
import { guardedTryAgain, Refusal, refuse } from '../http/refusal.ts';

/** @throws Refusal */
export function answerCodeRequest(verdict: CodeRequestVerdict): { resendAfter: number } {
  switch (verdict.kind) {
    case 'send':
    case 'wait':
      return { resendAfter: verdict.resendAfterSeconds };
    case 'refuse':
      if (verdict.messageId === 'tryAgain') {
        const { isGuarded, retryAfterSeconds } = verdict;
        throw isGuarded
          ? guardedTryAgain(retryAfterSeconds)
          : refuse('tryAgain', retryAfterSeconds);
      }
      if (verdict.messageId === 'invalidData') {
        throw new Refusal(400, verdict.why, { messageId: 'invalidData' });
      }
      throw refuse(verdict.messageId);
    default:
      return verdict satisfies never;
  }
}
