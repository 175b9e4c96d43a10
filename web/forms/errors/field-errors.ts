import { type Message, serverMessage } from '../../locale/message.ts';
import { isOtp, mobileError, type MobileError } from '@inaam/contract/fields.ts';
import { CallRefused } from '../../api/failures.ts';
import { isMessageId } from '@inaam/contract/message-ids.ts';

export type FieldErrors<Values> = {
  [Field in keyof Values | 'general']?: readonly Message[];
};

export function hasErrors(errors: FieldErrors<object>): boolean {
  return Object.values(errors).some((messages) => messages.length > 0);
}

export type Code = { code: string };
export type CodeErrors = FieldErrors<Code>;

export function validateCode({ code }: Code): CodeErrors {
  if (code === '') return { code: ['otp.errors.required'] };
  return isOtp(code) ? {} : { code: ['otp.errors.notSixDigits'] };
}

/** @param isElsewhere the newest code was sent for another browser, so it has not expired */
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

export type MobileErrors = FieldErrors<{ mobile: string }>;

const messages: Record<MobileError, Message> = {
  required: 'home.errors.mobileRequired',
  invalid: 'home.errors.mobileInvalid',
};

export function validateMobile({ mobile }: { mobile: string }): MobileErrors {
  const problem = mobileError(mobile);
  return problem ? { mobile: [messages[problem]] } : {};
}

/**
 * The form's message for a refusal that belongs to no field. Without a message from the server it
 * is "something went wrong", except for refusals that screens handle (Spec 5).
 */
export function refusalLines(error: CallRefused): Message[] {
  if (error.message !== '') return [serverMessage(error)];
  return isMessageId(error.messageId) ? ['errors.generic'] : [];
}
