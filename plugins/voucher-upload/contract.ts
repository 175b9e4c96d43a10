// The upload of a file of voucher codes. Its body is the file, so it is not one of the calls.
import * as z from 'zod/mini';
import { reason } from '@inaam/contract/console/audit.ts';
import { consoleRefusal } from '@inaam/contract/console/calls.ts';
import { uploadBytesMax } from './plugin.ts';

const count = z.int();
/** YYYY-MM-DD */
const day = z.iso.date();
const column = z.string().check(z.minLength(1), z.maxLength(100));

/** How to read the file. Columns are named as in its first line. */
const reading = z.object({
  separator: z.enum(['comma', 'semicolon', 'tab']),
  codeColumn: column,
  /** Null: every code has `amountOfAll`, in whole rupees. */
  amountColumn: z.nullable(column),
  amountOfAll: z.nullable(z.int().check(z.minimum(1), z.maximum(999_999))),
  /** Null: every code expires on `expiryOfAll`, or never. */
  expiryColumn: z.nullable(column),
  expiryOfAll: z.nullable(day),
});

const sha256 = z.string().check(z.regex(/^[\da-f]{64}$/));

const amounts = z.array(
  z.object({
    amount: count,
    count,
    neverExpire: count,
    expireFrom: z.nullable(day),
    expireUntil: z.nullable(day),
  }),
);

const answer = z.discriminatedUnion('result', [
  /**
   * Nothing is loaded. `faults` are the first of each kind, `count` is the total; by line and
   * without codes.
   */
  z.object({
    result: z.literal('faulty'),
    count,
    faults: z.array(z.object({ line: count, fault: z.string() })),
  }),
  /** `sha256` of the file, which must be sent to load it. */
  z.object({ result: z.literal('checked'), sha256, amounts }),
  /** The whole file was loaded before; nothing was changed. */
  z.object({ result: z.literal('already'), amounts }),
  z.object({ result: z.literal('loaded'), batch: count, amounts }),
]);

export const voucherUpload = {
  address: '/api/vouchers',
  may: ['manager'],
  type: 'text/csv',
  /**
   * Contains the `fields` as JSON, percent-encoded. A form of another site cannot send a header.
   */
  header: 'x-voucher-file',
  fields: z.object({
    reading,
    /** Null: only check. Otherwise the file that was checked, and the reason. */
    load: z.nullable(z.object({ sha256, reason })),
  }),
  bytesMax: uploadBytesMax,
  minutesMax: 30,
  /**
   * The answer is one line per event as the upload proceeds; the last has `answer` or `refusal`.
   */
  event: z.union([
    z.object({ step: z.enum(['reading', 'comparing', 'storing']) }),
    z.object({ answer }),
    z.object({ refusal: consoleRefusal }),
  ]),
} as const;

export type VoucherReading = z.infer<typeof reading>;
export type VoucherUploadFields = z.infer<typeof voucherUpload.fields>;
export type VoucherUploadAnswer = z.infer<typeof answer>;
export type VoucherUploadEvent = z.infer<typeof voucherUpload.event>;
