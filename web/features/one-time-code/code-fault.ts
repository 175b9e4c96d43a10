// What is wrong with a code, as a sentence beside its field (Spec 5, OTP; Spec 8, OTP errors). Pure.
import type { OtpWords } from '@inaam/campaigns/public/words.ts';
import { isOtp } from '@inaam/contract/fields.ts';
import { CallRefused } from '../../api/call-refused.ts';

/** What the form itself finds before anything is sent. */
export function faultOfCode(code: string, words: OtpWords['errors']): string | undefined {
  if (code === '') return words.required;
  return isOtp(code) ? undefined : words.notSixDigits;
}

/** What the server found. An error that is no refusal is the shared handling's. */
export function faultOfRefusal(error: unknown, words: OtpWords['errors']): string | undefined {
  if (!(error instanceof CallRefused)) return undefined;
  if (error.messageId === 'invalidOtp') return words.wrong;
  if (error.messageId === 'expiredOtp') return words.expired;
  if (error.messageId === 'invalidData') return words.invalidData;
  return error.message;
}
