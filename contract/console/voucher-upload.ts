// The upload of a file of voucher codes. Its body is the file, so it is no call of `calls.ts`.
import * as z from 'zod/mini';
import { consoleRefusal } from './calls.ts';
import { why } from './why.ts';

const count = z.int();
/** YYYY-MM-DD */
const day = z.iso.date();
const column = z.string().check(z.minLength(1), z.maxLength(100));

/** What is between the columns, by name: a header has no tab. */
export const separators = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** How the file is read: the names of columns are those of its first line. */
const reading = z.object({
  separator: z.enum(['comma', 'semicolon', 'tab']),
  codeColumn: column,
  /** Null: all of them are of `amountOfAll`, whole rupees. */
  amountColumn: z.nullable(column),
  amountOfAll: z.nullable(z.int().check(z.minimum(1), z.maximum(999_999))),
  /** Null: all expire on `expiryOfAll`, or never. */
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
  /** Nothing is loaded; `faults` are the first of each kind, of `count`, by line: no codes. */
  z.object({
    result: z.literal('faulty'),
    count,
    faults: z.array(z.object({ line: count, fault: z.string() })),
  }),
  /** `sha256`: of the file, without which it is not loaded. */
  z.object({ result: z.literal('checked'), sha256, amounts }),
  /** All of it was loaded before, and nothing was changed. */
  z.object({ result: z.literal('already'), amounts }),
  z.object({ result: z.literal('loaded'), batch: count, amounts }),
]);

export const voucherUpload = {
  /** By POST, with the file as the body. */
  address: '/api/vouchers',
  may: ['manager'],
  type: 'text/csv',
  /** `fields` as JSON, percent-encoded: a form of another site cannot send it. */
  header: 'x-voucher-file',
  fields: z.object({
    reading,
    /** Null: it is only checked. Otherwise the file that was checked, and why. */
    load: z.nullable(z.object({ sha256, why })),
  }),
  /** About 2,500,000 codes. */
  bytesMost: 100 * 1024 * 1024,
  minutesMost: 30,
  /** One line each of the answer, as it goes on; the last has `answer` or `refusal`. */
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
