// What is wrong with a profile, as sentences beside its fields (Spec 5, Profile edit; Spec 8, Profile edit errors).
// Pure.
import type { EditProfileWords } from '@inaam/campaigns/public/words.ts';
import { ageError, emailError, isGender, isStorableName } from '@inaam/contract/fields.ts';
import { CallRefused } from '../../api/call-refused.ts';
import type { Details } from '../../api/calls.ts';

type Sentences = readonly string[];
/** By field; `limit` is the general line under the form. */
export type DetailsFaults = Record<keyof Details | 'limit', Sentences>;
type Words = EditProfileWords['errors'];

export const noFaults: DetailsFaults = {
  name: [],
  state: [],
  city: [],
  email: [],
  gender: [],
  age: [],
  limit: [],
};

/** What the form itself finds before anything is sent. An age out of range is the server's to refuse. */
export function faultsOfForm(form: Details, words: Words): DetailsFaults {
  const email = emailError(form.email);
  const age = ageError(form.age);
  return {
    name: isStorableName(form.name) ? [] : [words.nameInvalid],
    state: form.state === '' ? [words.stateRequired] : [],
    city: form.city === '' ? [words.cityRequired] : [],
    email: email ? [{ invalid: words.emailInvalid, tooLong: words.emailRefused }[email]] : [],
    gender: isGender(form.gender) ? [] : [words.genderRequired],
    age: age
      ? { required: [words.ageRequired], notDigits: [words.ageInvalid], outOfRange: [] }[age]
      : [],
    limit: [],
  };
}

const fieldOf: Record<string, keyof Details> = {
  emptyCity: 'city',
  invalidAge: 'age',
  invalidGender: 'gender',
};

/** What the server found. An error that is no refusal is the shared handling's. */
export function faultsOfRefusal(error: unknown, words: Words): DetailsFaults {
  if (!(error instanceof CallRefused)) return noFaults;
  const { messageId = '', message } = error;
  if (messageId === 'invalidName') return { ...noFaults, name: [words.nameRefused] };
  if (messageId === 'format') return { ...noFaults, email: [words.emailRefused] };
  return { ...noFaults, [fieldOf[messageId] ?? 'limit']: [message || words.other] };
}

export function hasFaults(faults: DetailsFaults): boolean {
  return Object.values(faults).some((sentences) => sentences.length > 0);
}
