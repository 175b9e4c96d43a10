import * as z from 'zod/mini';
import {
  details,
  registration,
  type Details,
  type Registration,
} from '@inaam/contract/core-calls.ts';
import { sealContexts, type Sealer } from './seal.ts';

type Seal = Pick<Sealer, 'seal'>;
type Open = Pick<Sealer, 'open'>;

/**
 * Proof of a purchase, if the campaign asks for one: by `id` it works once, and the ledger names
 * `label`. A plugin adds what it needs.
 */
const purchase = z.looseObject({ id: z.string(), label: z.string() });
export type Purchase = z.infer<typeof purchase>;
type Registered = Registration & { purchase?: Purchase | undefined };

const pending = z.extend(z.omit(registration, { mobile: true }), {
  purchase: z.optional(purchase),
});
/** Kept in the column `name_sealed`; the state is the participant's. */
const registered = z.omit(pending, { state: true, purchase: true });
const profile = z.omit(details, { name: true });

/** As one object, of which only the fields of the schema are kept. */
const sealObject = (keys: Seal, fields: z.ZodMiniType, value: object, context: string) =>
  keys.seal(JSON.stringify(z.parse(fields, value)), context);

const openObject = <Value>(
  keys: Open,
  fields: z.ZodMiniType<Value>,
  sealed: Buffer,
  context: string,
): Value => z.parse(fields, JSON.parse(keys.open(sealed, context)));

export function sealRegistration(
  keys: Seal,
  typed: Registered,
  userKey: string,
  mobileIndex: Buffer,
) {
  return {
    mobileSealed: keys.seal(typed.mobile, sealContexts.codeRequestMobile(userKey, mobileIndex)),
    registrationSealed: sealObject(
      keys,
      pending,
      typed,
      sealContexts.codeRequestRegistration(userKey, mobileIndex),
    ),
  };
}

export function openRegistration(
  keys: Open,
  sealed: { mobileIndex: Buffer; mobileSealed: Buffer; registrationSealed: Buffer },
  userKey: string,
): Registered {
  const { mobileIndex, mobileSealed, registrationSealed } = sealed;
  const context = sealContexts.codeRequestRegistration(userKey, mobileIndex);
  return {
    mobile: keys.open(mobileSealed, sealContexts.codeRequestMobile(userKey, mobileIndex)),
    ...openObject(keys, pending, registrationSealed, context),
  };
}

export function sealPersonalData(keys: Seal, typed: Registration, pseudonym: Uint8Array) {
  return {
    mobileSealed: keys.seal(typed.mobile, sealContexts.personalDataMobile(pseudonym)),
    nameSealed: sealObject(keys, registered, typed, sealContexts.personalDataName(pseudonym)),
  };
}

export function sealDetails(keys: Seal, edited: Details, pseudonym: Uint8Array) {
  const ofDetails = sealContexts.personalDataDetails(pseudonym);
  return {
    nameSealed: sealObject(keys, registered, edited, sealContexts.personalDataName(pseudonym)),
    detailsSealed: sealObject(keys, profile, edited, ofDetails),
  };
}

/** `profile` is undefined until it is edited for the first time. */
export function openPersonalData(
  keys: Open,
  { nameSealed, detailsSealed }: { nameSealed: Buffer; detailsSealed: Buffer | null },
  pseudonym: Uint8Array,
): z.infer<typeof registered> & { profile: z.infer<typeof profile> | undefined } {
  const ofName = sealContexts.personalDataName(pseudonym);
  const ofDetails = sealContexts.personalDataDetails(pseudonym);
  return {
    ...openObject(keys, registered, nameSealed, ofName),
    profile: detailsSealed ? openObject(keys, profile, detailsSealed, ofDetails) : undefined,
  };
}
