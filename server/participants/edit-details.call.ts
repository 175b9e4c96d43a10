// `users/editDetails/`. Never changes the fixed state, which decides the reward.
import type { Fields } from '@inaam/contract/calls.ts';
import {
  ageError,
  emailError,
  isGender,
  isStorableName,
  normalizeName,
} from '@inaam/contract/fields.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import type { Handler, CallContext } from '../http/context.ts';
import { sealProfile } from '../platform/personal-data.ts';

export const editDetails: Handler<'editDetails'> = async ({ fields, participant, t }, context) => {
  const { keys, storage } = context;
  if (participant.blocked) throw refuse('invalidUser');
  assertValid(fields, context);

  const { pseudonym } = participant;
  const { state, city, email = '', gender } = fields;
  const profile = { state, city, email, gender, age: String(fields.age) };
  const sealed = sealProfile(keys, normalizeName(fields.name), profile, pseudonym);
  await storage.writePersonalData.one({ pseudonym, t, ...sealed });
  return {};
};

function assertValid(fields: Fields<'editDetails'>, { campaign }: CallContext): void {
  if (!isStorableName(fields.name)) throw refuse('invalidName');
  if (!campaign.states.includes(fields.state)) {
    throw new Refusal(400, 'stateUnknown', { messageId: 'invalidData' });
  }
  if (!campaign.cities[fields.state]?.includes(fields.city)) throw refuse('emptyCity');
  if (emailError(fields.email ?? '')) throw refuse('format');
  if (!isGender(fields.gender)) throw refuse('invalidGender');
  if (ageError(String(fields.age))) throw refuse('invalidAge');
}
