import {
  normalizeName,
  ageError,
  emailError,
  isGender,
  isStorableName,
  type AgeError,
  type EmailError,
} from '@inaam/contract/fields.ts';
import type { Details } from '@inaam/contract/core-calls.ts';
import type { AppContext } from '../../app/app-context.ts';
import { pathOf, paths } from '../../session/navigation/paths.ts';
import { isMessageId } from '@inaam/contract/message-ids.ts';
import { CallRefused } from '../../api/failures.ts';
import type { FieldErrors } from '../../forms/errors/field-errors.ts';
import { serverMessage, type Message } from '../../locale/message.ts';

/** @returns the server's refusal, or undefined once saved. Never rejects. */
export async function saveDetails(
  app: AppContext,
  details: Details,
): Promise<DetailsErrors | undefined> {
  const { calls, notices, person, report } = app;
  try {
    const name = normalizeName(details.name);
    await calls.saveDetails({ ...details, name });
    person.rename(name, details.email);
    notices.toast('editProfile.saved');
    backToProfile(app);
    return undefined;
  } catch (error) {
    report(error);
    return refusedDetails(error);
  }
}

export function backToProfile({ drafts, go, origin }: AppContext): void {
  drafts.drop('details');
  go(paths.profile, pathOf(origin() ?? ''));
}

export type DetailsErrors = FieldErrors<Details>;

const emailMessages: Record<EmailError, Message> = {
  invalid: 'editProfile.errors.emailInvalid',
  tooLong: 'editProfile.errors.emailRefused',
};
const ageMessages: Record<AgeError, readonly Message[]> = {
  required: ['editProfile.errors.ageRequired'],
  notDigits: ['editProfile.errors.ageInvalid'],
  outOfRange: [],
};

export function validateDetails(details: Details): DetailsErrors {
  const { name, state, city, email, gender, age } = details;
  const emailProblem = emailError(email);
  const ageProblem = ageError(age);
  return {
    ...(!isStorableName(name) && { name: ['editProfile.errors.nameInvalid'] }),
    ...(state === '' && { state: ['editProfile.errors.stateRequired'] }),
    ...(city === '' && { city: ['editProfile.errors.cityRequired'] }),
    ...(emailProblem && { email: [emailMessages[emailProblem]] }),
    ...(!isGender(gender) && { gender: ['editProfile.errors.genderRequired'] }),
    ...(ageProblem && { age: ageMessages[ageProblem] }),
  };
}

const fieldOfMessageId: Record<string, keyof Details> = {
  emptyCity: 'city',
  invalidAge: 'age',
  invalidGender: 'gender',
};

export function refusedDetails(error: unknown): DetailsErrors {
  // The shared handling shows any other error (Spec 8); do not show it twice.
  if (!(error instanceof CallRefused) || !isMessageId(error.messageId)) return {};
  const { messageId, message } = error;
  if (messageId === 'invalidName') return { name: ['editProfile.errors.nameRefused'] };
  if (messageId === 'format') return { email: ['editProfile.errors.emailRefused'] };
  const shown = message === '' ? 'editProfile.errors.other' : serverMessage(error);
  return { [fieldOfMessageId[messageId] ?? 'general']: [shown] };
}
