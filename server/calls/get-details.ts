// `users/getDetails/`: the profile of the token's own participant. Empty strings where nothing was given.
import { sessionExpired } from '../http/refusal.ts';
import type { Handler } from '../http/tools.ts';
import { contexts } from '../keys/contexts.ts';
import { detailsSchema, noDetails } from './details.ts';

export const getDetails: Handler<'getDetails'> = async ({ holder }, { keys, storage }) => {
  const { pseudonym, state } = holder;
  const person = await storage.readPeople.one(pseudonym);
  // An erased person has no profile and no session any more.
  if (person === 'none') throw sessionExpired();
  const name = keys.open(person.nameSealed, contexts.personName(pseudonym));
  if (!person.detailsSealed) return { ...noDetails, name, state };
  const details = keys.open(person.detailsSealed, contexts.personDetails(pseudonym));
  return { ...noDetails, name, ...detailsSchema.parse(JSON.parse(details)) };
};
