import { mobileError, type MobileError } from '@inaam/contract/fields.ts';
import type { Message } from '../../locale/message.ts';
import type { FieldErrors } from './field-errors.ts';

export type MobileErrors = FieldErrors<{ mobile: string }>;

const messages: Record<MobileError, Message> = {
  required: 'home.errors.mobileRequired',
  invalid: 'home.errors.mobileInvalid',
};

export function validateMobile({ mobile }: { mobile: string }): MobileErrors {
  const problem = mobileError(mobile);
  return problem ? { mobile: [messages[problem]] } : {};
}
