import {
  normalizeName,
  filterNameInput,
  mobileError,
  nameError,
  type NameError,
} from '@inaam/contract/fields.ts';
import { CallRefused } from '../../api/failures.ts';
import { ofRegistration } from '@inaam/contract/core-calls.ts';
import type { TypedRegistration } from '../../api/calls.ts';
import type { AppContext } from '../../app/app-context.ts';
import { forgetAgreement } from '../../session/storage/notice-answer.ts';
import { readMobileInput } from '@inaam/contract/mobile-input.ts';
import { type FieldErrors, validateMobile, refusalLines } from '../../forms/errors/field-errors.ts';
import type { Message } from '../../locale/message.ts';

/** @returns the server's refusal, or undefined once a code was sent. Never rejects. */
export async function register(
  app: AppContext,
  values: TypedRegistration,
): Promise<RegistrationErrors | undefined> {
  const { calls, session, person, entry, purchase, track, report, now } = app;
  try {
    const registration = { ...values, name: normalizeName(values.name) };
    const { resendAfterSeconds, isElsewhere } = await calls.register(registration);
    person.register(registration);
    session.setState({ purchase: registration.purchase ?? null });
    entry.store.setState({ pending: { resendAt: now() + resendAfterSeconds * 1000, isElsewhere } });
    track('get_otp');
    return undefined;
  } catch (error) {
    report(error);
    askAgainIfForgotten(app, error);
    return purchase?.refused(error) ?? refusedRegistration(error);
  }
}

/**
 * Shows the notice again if the server lacks the answer that this device remembers, for example
 * after a No on another device.
 */
function askAgainIfForgotten({ entry, local, session }: AppContext, error: unknown): void {
  const isRefused = error instanceof CallRefused && error.messageId === 'invalidData';
  if (!isRefused || !entry.store.getState().isConsentRemembered) return;
  forgetAgreement(local);
  entry.store.setState({ isConsentRemembered: false });
  session.setState({ isConsentGiven: false });
}

/** What this tab's form has, or its person. */
export function typedRegistration(
  app: Pick<AppContext, 'campaign' | 'drafts' | 'purchase' | 'person'>,
): TypedRegistration {
  return cleanRegistration(app.drafts.over('registration', knownRegistration(app)));
}

/** Cleans what was typed in the first paint, whose fields accept any text, as this form does. */
export function cleanRegistration(typed: TypedRegistration): TypedRegistration {
  const { name, mobile } = typed;
  const input = readMobileInput(mobile, false);
  return {
    ...typed,
    name: filterNameInput(name),
    // Keep an invalid number, so that the form can show why it is refused.
    mobile: input === undefined || input.foreign !== undefined ? mobile : input.mobile,
  };
}

/** This tab's person, as far as the form would accept it. The consent is never kept. */
function knownRegistration({
  campaign,
  purchase,
  person,
}: Pick<AppContext, 'campaign' | 'purchase' | 'person'>): TypedRegistration {
  const stored = person.read();
  const known = ofRegistration((field) => stored[field] ?? '');
  return {
    ...known,
    name: filterNameInput(known.name),
    mobile: mobileError(known.mobile) ? '' : known.mobile,
    state: campaign.states.includes(known.state) ? known.state : '',
    isAgreed: false,
    ...(purchase && { purchase: purchase.linked }),
  };
}

export type RegistrationErrors = FieldErrors<TypedRegistration>;

const nameMessages: Record<NameError, Message> = {
  required: 'home.errors.nameRequired',
  tooShort: 'home.errors.nameTooShort',
};

export function validateRegistration(
  { purchase, person }: Pick<AppContext, 'purchase' | 'person'>,
  registration: TypedRegistration,
): RegistrationErrors {
  const { name, state, isAgreed, mobile, purchase: code = '' } = registration;
  const nameProblem = nameError(name);
  return {
    ...(nameProblem && { name: [nameMessages[nameProblem]] }),
    ...validateMobile(registration),
    ...(state === '' && { state: ['home.errors.stateRequired'] }),
    ...purchase?.validate(code, mobile === person.read().mobile),
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
