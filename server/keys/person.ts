// A person as the store keeps one: what is typed at registration, the name, the profile, each sealed for the row
// it stands in. Never holds a clear copy for longer than a call.
import * as z from 'zod';
import { contexts } from './contexts.ts';
import type { Keys } from './keys.ts';

export type Profile = { state: string; city: string; email: string; gender: string; age: string };
export type Registered = { mobile: string; name: string; state: string };

const pendingSchema = z.object({ name: z.string(), state: z.string() });
const profileSchema = z.object({
  state: z.string(),
  city: z.string(),
  email: z.string(),
  gender: z.string(),
  age: z.string(),
});

/** Seals a registration for the challenge of a device and a number. */
export function sealRegistered(
  keys: Keys,
  { mobile, name, state }: Registered,
  userKey: string,
  numberIndex: Buffer,
) {
  const pending = JSON.stringify({ name, state });
  return {
    mobileSealed: keys.seal(mobile, contexts.challengeMobile(userKey, numberIndex)),
    pendingSealed: keys.seal(pending, contexts.challengePending(userKey, numberIndex)),
  };
}

/** Opens what `sealRegistered` sealed. */
export function openRegistered(
  keys: Keys,
  sealed: { numberIndex: Buffer; mobileSealed: Buffer; pendingSealed: Buffer },
  userKey: string,
): Registered {
  const { numberIndex } = sealed;
  const mobile = keys.open(sealed.mobileSealed, contexts.challengeMobile(userKey, numberIndex));
  const typed = keys.open(sealed.pendingSealed, contexts.challengePending(userKey, numberIndex));
  return { mobile, ...pendingSchema.parse(JSON.parse(typed)) };
}

/** Seals number and name for a participant's row. */
export function sealPerson(keys: Keys, { mobile, name }: Registered, pseudonym: Uint8Array) {
  return {
    mobileSealed: keys.seal(mobile, contexts.personMobile(pseudonym)),
    nameSealed: keys.seal(name, contexts.personName(pseudonym)),
  };
}

/** Seals an edited profile for a participant's row. */
export function sealProfile(keys: Keys, name: string, profile: Profile, pseudonym: Uint8Array) {
  return {
    nameSealed: keys.seal(name, contexts.personName(pseudonym)),
    detailsSealed: keys.seal(JSON.stringify(profile), contexts.personDetails(pseudonym)),
  };
}

/** Opens name and profile; the profile is undefined until it was edited once. */
export function openProfile(
  keys: Keys,
  sealed: { nameSealed: Buffer; detailsSealed: Buffer | undefined },
  pseudonym: Uint8Array,
): { name: string; profile: Profile | undefined } {
  const name = keys.open(sealed.nameSealed, contexts.personName(pseudonym));
  if (!sealed.detailsSealed) return { name, profile: undefined };
  const profile = keys.open(sealed.detailsSealed, contexts.personDetails(pseudonym));
  return { name, profile: profileSchema.parse(JSON.parse(profile)) };
}
