// The form of a provider's receipts, and how it authenticates them.
import * as z from 'zod';
import { isAddressRange } from '../../platform/addresses.ts';
import { patternSchema } from '../gateway/gateway-schema.ts';

const range = z.string().refine(isAddressRange, 'must be an address or a range such as 10.0.0.0/8');

const headerName = z.string().regex(/^[a-z0-9-]{1,60}$/, 'must be a header in small letters');

/** A field's name; a `.` leads into an object. */
const field = z.string().min(1).max(100);
/** The first of these that exists. */
const oneOfFields = z.union([field, z.array(field).min(1).max(8)]);

const receiptFieldsSchema = z.strictObject({
  reference: oneOfFields,
  status: oneOfFields,
  /** The mobile number, for a message whose answer was lost and with it the reference. */
  number: oneOfFields.optional(),
  /** A field that accompanies the status, for example an error code. */
  detail: oneOfFields.optional(),
  delivered: patternSchema,
  /** States that are not final. Omitted: all that are neither delivered nor failed. */
  underWay: patternSchema.optional(),
  failed: z.strictObject({
    number: patternSchema.optional(),
    blocked: patternSchema.optional(),
    absent: patternSchema.optional(),
    other: patternSchema.optional(),
  }),
});

const failureKinds = ['number', 'blocked', 'absent', 'other'] as const;

const meanings = ['delivered', 'underWay', ...failureKinds] as const;
type Meaning = (typeof meanings)[number];

/** As in the file; a preset already has the fields. */
export const receiptsSchema = z.strictObject({
  addresses: z.array(range).default([]),
  secret: z.strictObject({ header: headerName, value: z.string() }).optional(),
  fields: receiptFieldsSchema.optional(),
  /** By the provider's word, or by the word and its detail with a space between. */
  words: z.record(z.string().min(1).max(200), z.enum(meanings)).optional(),
});

export type ReceiptFields = z.infer<typeof receiptFieldsSchema>;
export type ReceiptAccess = Omit<z.infer<typeof receiptsSchema>, 'fields'>;

// A provider's final word on a message that it accepted.
export type Receipt = { reference: string; mobile?: string | undefined } & (
  | { outcome: 'delivered' }
  | { outcome: 'undelivered'; reason: string }
);

export const failures = {
  number: 'number not in use',
  /** Header, template or do-not-disturb list: somebody has to solve this first. */
  blocked: 'blocked by the operator',
  /** Switched off, out of coverage, memory full. */
  absent: 'phone not reached',
  other: 'not delivered',
} as const;

/**
 * @param status the provider's word, with its detail after a space
 * @returns undefined for a word that nothing knows
 */
export function meaningOf(
  { delivered, failed, underWay = '' }: ReceiptFields,
  status: string,
): Meaning | undefined {
  const fits = (pattern: string | undefined) =>
    pattern !== undefined && new RegExp(pattern, 'u').test(status);
  if (fits(delivered)) return 'delivered';
  return (
    failureKinds.find((each) => fits(failed[each])) ?? (fits(underWay) ? 'underWay' : undefined)
  );
}

/** @returns undefined for a state that is not final */
export function receiptOf(reference: string, meaning: Meaning): Receipt | undefined {
  if (meaning === 'underWay') return undefined;
  return meaning === 'delivered'
    ? { reference, outcome: meaning }
    : { reference, outcome: 'undelivered', reason: failures[meaning] };
}
