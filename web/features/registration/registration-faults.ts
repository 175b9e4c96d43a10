// What is wrong with a registration, as sentences beside its fields (Spec 5, Registration; Spec 8, Registration
// errors). Pure.
import type { HomeWords } from '@inaam/campaigns/public/words.ts';
import { mobileError, nameError } from '@inaam/contract/fields.ts';
import type { Registration } from '../../api/calls.ts';
import { CallRefused } from '../../api/call-refused.ts';

type Sentences = readonly string[];
export type RegistrationFaults = {
  name: Sentences;
  mobile: Sentences;
  state: Sentences;
  agree: Sentences;
  /** The general line under the form. */
  limit: Sentences;
};

export const noFaults: RegistrationFaults = {
  name: [],
  mobile: [],
  state: [],
  agree: [],
  limit: [],
};

/** What the form itself finds before anything is sent. */
export function faultsOfForm(form: Registration, words: HomeWords['errors']): RegistrationFaults {
  const name = nameError(form.name);
  const mobile = mobileError(form.mobile);
  return {
    name: name ? [{ required: words.nameRequired, tooShort: words.nameTooShort }[name]] : [],
    mobile: mobile
      ? [{ required: words.mobileRequired, invalid: words.mobileInvalid }[mobile]]
      : [],
    state: form.state === '' ? [words.stateRequired] : [],
    // Spec 5: the rule's sentence, and the submit handler's.
    agree: form.isAgreed ? [] : [words.ageConsent, words.termsConsent],
    limit: [],
  };
}

/** What the server found. An error that is no refusal is the shared handling's. */
export function faultsOfRefusal(error: unknown, words: HomeWords['errors']): RegistrationFaults {
  if (!(error instanceof CallRefused)) return noFaults;
  if (error.messageId === 'invalidMobile') return { ...noFaults, mobile: [words.mobileRefused] };
  if (error.messageId === 'invalidName') return { ...noFaults, name: [words.nameRefused] };
  return { ...noFaults, limit: [error.message] };
}

export function hasFaults(faults: RegistrationFaults): boolean {
  return Object.values(faults).some((sentences) => sentences.length > 0);
}
