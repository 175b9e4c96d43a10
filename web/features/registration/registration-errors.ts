import { nameError, type NameError } from '@inaam/contract/fields.ts';
import { CallRefused } from '../../api/call-refused.ts';
import type { Registration } from '../../api/calls.ts';
import type { FieldErrors } from '../../forms/errors/field-errors.ts';
import { validateMobile } from '../../forms/errors/mobile-errors.ts';
import { refusalLines } from '../../forms/errors/refusal-lines.ts';
import type { Message } from '../../locale/message.ts';

export type RegistrationErrors = FieldErrors<Registration>;

const nameMessages: Record<NameError, Message> = {
  required: 'home.errors.nameRequired',
  tooShort: 'home.errors.nameTooShort',
};

export function validateRegistration(registration: Registration): RegistrationErrors {
  const { name, state, isAgreed } = registration;
  const nameProblem = nameError(name);
  return {
    ...(nameProblem && { name: [nameMessages[nameProblem]] }),
    ...validateMobile(registration),
    ...(state === '' && { state: ['home.errors.stateRequired'] }),
    ...(!isAgreed && { isAgreed: ['home.errors.ageConsent', 'home.errors.termsConsent'] }),
  };
}

export function refusedRegistration(error: unknown): RegistrationErrors {
  if (!(error instanceof CallRefused)) return {};
  if (error.messageId === 'invalidMobile') return { mobile: ['home.errors.mobileRefused'] };
  if (error.messageId === 'invalidName') return { name: ['home.errors.nameRefused'] };
  const general = refusalLines(error);
  return general.length === 0 ? {} : { general };
}
