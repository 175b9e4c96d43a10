import { isOtp } from '@inaam/contract/fields.ts';
import { CallRefused } from '../../api/call-refused.ts';
import type { FieldErrors } from './field-errors.ts';
import { refusalLines } from './refusal-lines.ts';

export type Code = { code: string };
export type CodeErrors = FieldErrors<Code>;

export function validateCode({ code }: Code): CodeErrors {
  if (code === '') return { code: ['otp.errors.required'] };
  return isOtp(code) ? {} : { code: ['otp.errors.notSixDigits'] };
}

/** @param isElsewhere the newest code was sent for another browser: it has not expired */
export function refusedCode(error: unknown, isElsewhere = false): CodeErrors {
  if (!(error instanceof CallRefused)) return {};
  if (error.messageId === 'invalidOtp') return { code: ['otp.errors.wrong'] };
  if (error.messageId === 'expiredOtp') {
    return { code: [isElsewhere ? 'otp.errors.noneHere' : 'otp.errors.expired'] };
  }
  if (error.messageId === 'invalidData') return { code: ['otp.errors.invalidData'] };
  const code = refusalLines(error);
  return code.length === 0 ? {} : { code };
}
