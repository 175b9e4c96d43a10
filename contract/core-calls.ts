// The ten calls of Spec 7, and those for a person's rights (docs/decisions/0024). A new one
// compiles only once server and client handle it.
import * as z from 'zod/mini';
import { _default as orElse } from 'zod/mini';
import * as ofPlugins from '@inaam/plugins/calls.ts';
import { proofLengthMax, resendAfterSeconds } from './limits.ts';
import { vouchers } from './vouchers.ts';

const shortText = z.string().check(z.maxLength(500));
/** Answers the challenge of an earlier refusal (Protocol: Answers). */
const proof = z.optional(z.string().check(z.maxLength(proofLengthMax)));

const token = z.object({
  userKey: z.string(),
  dataKey: z.string(),
  accessToken: orElse(z.nullable(z.string()), null),
});

/** Selects the code if the device waits for the codes of two numbers. Omitted: the newest. */
const codeOf = z.optional(z.string());

/** What HOME's form asks for; page, device and server keep the fields of this list. */
export const registration = z.object({ name: z.string(), mobile: z.string(), state: z.string() });
export type Registration = z.infer<typeof registration>;

/** A value for each field of the registration. */
export function ofRegistration<Value>(valueOf: (field: keyof Registration) => Value) {
  return { name: valueOf('name'), mobile: valueOf('mobile'), state: valueOf('state') };
}

/** The fields in which proof of a purchase is sent: what was scanned or typed. */
export const ofPurchase = (typed: string | undefined): Record<string, string | undefined> =>
  Object.fromEntries(Object.keys(ofPlugins.registrationFields).map((name) => [name, typed]));

export const details = z.object({
  name: z.string(),
  state: z.string(),
  city: z.string(),
  email: z.string(),
  gender: z.string(),
  age: z.string(),
});
export type Details = z.infer<typeof details>;

// Parts of an answer that Spec 7 does not show have a default: the page accepts what suffices.
const statusCode = z.int();
const detail = orElse(z.string(), '');
const done = z.object({ statusCode });
const waiting = z.object({
  statusCode,
  resendAfter: orElse(z.int(), resendAfterSeconds),
  /** The newest code was sent for another device; this one gets its own by Resend. */
  isElsewhere: z.optional(z.boolean()),
});
/** Without a session, the code of `proveNumber` proves the number. */
const numberProof = z.strictObject({
  mobile: z.optional(z.string()),
  otp: z.optional(z.string()),
  /** With a code only: the mobile gets no more codes. */
  stopCodes: z.optional(z.literal(true)),
});
/** `afterVoucher`: after the owed voucher is sent. */
const erased = z.object({ statusCode, erased: z.enum(['now', 'afterVoucher']) });

export const entryKeys = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'id',
] as const;
export type EntryKey = (typeof entryKeys)[number];

const entryValue = z.optional(shortText);

/** `open` is unsigned JSON, `signed` is a form with `data`, `read` is a GET with the user key. */
export type CallKind = 'open' | 'signed' | 'read';

export type CallRow = {
  path: string;
  kind: CallKind;
  bearer: boolean | 'optional';
  fields: z.ZodMiniType<object>;
  answer: z.ZodMiniType;
};

export const coreCalls = {
  startSession: {
    path: 'users',
    kind: 'open',
    bearer: false,
    fields: z.object({
      masterKey: z.optional(shortText),
      utm_source: entryValue,
      utm_medium: entryValue,
      utm_campaign: entryValue,
      utm_content: entryValue,
      utm_term: entryValue,
      id: entryValue,
    }),
    answer: z.object({
      statusCode,
      isValidToken: z.boolean(),
      isLoggedIn: orElse(z.boolean(), false),
      token: orElse(z.nullable(token), null),
      pending: orElse(z.nullable(z.object({ resendAfter: z.int() })), null),
      serverTime: orElse(z.int(), 0),
      campaign: orElse(z.enum(['open', 'notStarted', 'ended', 'paused']), 'open'),
      ...ofPlugins.sessionAnswers,
    }),
  },
  recordConsent: {
    path: 'users/getUserClick',
    kind: 'signed',
    bearer: false,
    fields: z.strictObject({ agree: z.enum(['YES', 'NO']) }),
    answer: done,
  },
  register: {
    path: 'users/register',
    kind: 'signed',
    bearer: false,
    fields: z.strictObject({
      ...registration.shape,
      agree1: z.boolean(),
      ...ofPlugins.registrationFields,
      ...ofPlugins.choiceFields,
      limit: z.optional(z.string()),
      proof,
    }),
    answer: waiting,
  },
  resendOtp: {
    path: 'users/resendOtp',
    kind: 'signed',
    bearer: false,
    fields: z.strictObject({ mobile: codeOf, proof }),
    answer: waiting,
  },
  verifyOtp: {
    path: 'users/verifyOTP',
    kind: 'signed',
    bearer: false,
    fields: z.strictObject({ otp: z.string(), mobile: codeOf, ...ofPlugins.registrationFields }),
    answer: z.object({
      statusCode,
      accessToken: z.string(),
      fromTN: orElse(z.literal([0, 1]), 0),
      ...ofPlugins.verificationAnswers,
    }),
  },
  getStates: {
    path: 'users/getStates',
    kind: 'read',
    bearer: false,
    fields: z.strictObject({}),
    answer: z.object({ statusCode, states: z.array(z.string()) }),
  },
  getCities: {
    path: 'users/getCities',
    kind: 'signed',
    bearer: true,
    fields: z.strictObject({ state: z.string() }),
    answer: z.object({ statusCode, cities: z.array(z.string()) }),
  },
  editDetails: {
    path: 'users/editDetails',
    kind: 'signed',
    bearer: true,
    fields: z.strictObject({
      ...details.shape,
      email: z.optional(z.string()),
      age: z.union([z.string(), z.number()]),
      limit: z.optional(z.string()),
    }),
    answer: done,
  },
  getDetails: {
    path: 'users/getDetails',
    kind: 'read',
    bearer: true,
    fields: z.strictObject({}),
    answer: z.object({
      statusCode,
      name: detail,
      state: detail,
      city: detail,
      email: detail,
      gender: detail,
      age: orElse(z.union([z.string(), z.number()]), ''),
      limit: detail,
      ...vouchers,
    }),
  },
  getReward: {
    path: 'users/getReward',
    kind: 'signed',
    bearer: true,
    fields: z.strictObject({}),
    answer: z.object({ statusCode, winType: z.union([z.number(), z.string()]) }),
  },
  proveNumber: {
    path: 'users/proveNumber',
    kind: 'signed',
    bearer: false,
    fields: z.strictObject({ mobile: z.string(), proof }),
    answer: waiting,
  },
  withdrawConsent: {
    path: 'users/withdrawConsent',
    kind: 'signed',
    bearer: 'optional',
    fields: numberProof,
    answer: erased,
  },
  eraseData: {
    path: 'users/eraseData',
    kind: 'signed',
    bearer: 'optional',
    fields: numberProof,
    answer: erased,
  },
} as const satisfies Record<string, CallRow>;

export type CoreCallName = keyof typeof coreCalls;
export type FieldsOf<Row extends CallRow> = z.infer<Row['fields']>;
export type AnswerOf<Row extends CallRow> = z.infer<Row['answer']>;

export function pathOf({ path, kind }: CallRow, userKey?: string): string {
  if (kind === 'open' || userKey === undefined || !appendsUserKey(path)) return `/api/${path}`;
  return `/api/${path}/${encodeURIComponent(userKey)}`;
}

/** Spec 7. None of the paths contains `video/` or `outlet/`. */
export function appendsUserKey(path: string): boolean {
  return /users|video\/|outlet\//.test(path);
}
