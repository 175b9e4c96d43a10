import * as z from 'zod';
import { sealContexts, type Sealer } from './seal.ts';

export type Profile = { state: string; city: string; email: string; gender: string; age: string };
export type Registration = { mobile: string; name: string; state: string };

const pendingSchema = z.object({ name: z.string(), state: z.string() });
const profileSchema = z.object({
  state: z.string(),
  city: z.string(),
  email: z.string(),
  gender: z.string(),
  age: z.string(),
});

export function sealRegistration(
  keys: Pick<Sealer, 'seal'>,
  { mobile, name, state }: Registration,
  userKey: string,
  mobileIndex: Buffer,
) {
  const pending = JSON.stringify({ name, state });
  return {
    mobileSealed: sealMobile(keys, mobile, userKey, mobileIndex),
    registrationSealed: keys.seal(
      pending,
      sealContexts.challengeRegistration(userKey, mobileIndex),
    ),
  };
}

/** For sending a code to the number. */
export function sealMobile(
  keys: Pick<Sealer, 'seal'>,
  mobile: string,
  userKey: string,
  mobileIndex: Buffer,
): Buffer {
  return keys.seal(mobile, sealContexts.challengeMobile(userKey, mobileIndex));
}

export function openRegistration(
  keys: Pick<Sealer, 'open'>,
  sealed: { mobileIndex: Buffer; mobileSealed: Buffer; registrationSealed: Buffer },
  userKey: string,
): Registration {
  const { mobileIndex } = sealed;
  const mobile = keys.open(sealed.mobileSealed, sealContexts.challengeMobile(userKey, mobileIndex));
  const typed = keys.open(
    sealed.registrationSealed,
    sealContexts.challengeRegistration(userKey, mobileIndex),
  );
  return { mobile, ...pendingSchema.parse(JSON.parse(typed)) };
}

export function sealPersonalData(
  keys: Pick<Sealer, 'seal'>,
  { mobile, name }: Registration,
  pseudonym: Uint8Array,
) {
  return {
    mobileSealed: keys.seal(mobile, sealContexts.personalDataMobile(pseudonym)),
    nameSealed: keys.seal(name, sealContexts.personalDataName(pseudonym)),
  };
}

export function sealProfile(
  keys: Pick<Sealer, 'seal'>,
  name: string,
  profile: Profile,
  pseudonym: Uint8Array,
) {
  return {
    nameSealed: keys.seal(name, sealContexts.personalDataName(pseudonym)),
    detailsSealed: keys.seal(JSON.stringify(profile), sealContexts.personalDataDetails(pseudonym)),
  };
}

/** The profile is undefined until it is first edited. */
export function openProfile(
  keys: Pick<Sealer, 'open'>,
  sealed: { nameSealed: Buffer; detailsSealed: Buffer | undefined },
  pseudonym: Uint8Array,
): { name: string; profile: Profile | undefined } {
  const name = keys.open(sealed.nameSealed, sealContexts.personalDataName(pseudonym));
  if (!sealed.detailsSealed) return { name, profile: undefined };
  const profile = keys.open(sealed.detailsSealed, sealContexts.personalDataDetails(pseudonym));
  return { name, profile: profileSchema.parse(JSON.parse(profile)) };
}
