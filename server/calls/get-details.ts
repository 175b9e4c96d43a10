// `users/getDetails/`: the profile of the token's own participant. Empty strings where nothing was
// given.
import { sessionExpired } from '../http/refusal.ts';
import type { Handler } from '../http/context.ts';
import { openProfile } from '../keys/personal-data.ts';

const nothing = { city: '', email: '', gender: '', age: '', limit: '' };

export const getDetails: Handler<'getDetails'> = async ({ holder }, { keys, storage }) => {
  const { pseudonym, state } = holder;
  const person = await storage.readPersonalData.one(pseudonym);
  // An erased person has no profile and no session any more.
  if (person === 'none') throw sessionExpired();
  const { name, profile } = openProfile(keys, person, pseudonym);
  return { ...nothing, name, state, ...profile };
};
