// Between the console and the process that loads one file of voucher codes. Bytes travel as bytes:
// `serialization: 'advanced'`.
import * as z from 'zod';
import type { VoucherPublicKey } from '../../platform/voucher-seal.ts';

const secret = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** What the process may know: it can seal voucher codes and open nothing. */
export type LoaderAccess = {
  /** Never print it: it may contain a password. */
  databaseUrl: string;
  secrets: { index: Uint8Array; voucherPublic: VoucherPublicKey };
};

export const loaderStart = z.object({
  access: z.object({
    databaseUrl: z.string(),
    secrets: z.object({
      index: secret,
      voucherPublic: z.object({ id: z.number(), key: secret }),
    }),
  }),
  campaign: z.string(),
  /** False: the file is only compared with the stock. */
  isStored: z.boolean(),
  /** As `VoucherFileOptions`. */
  file: z.object({
    separator: z.enum(['comma', 'semicolon', 'tab']),
    codeColumn: z.string(),
    amountColumn: z.string().optional(),
    amountOfAll: z.number().optional(),
    expiryColumn: z.string().optional(),
    expiryOfAll: z.string().optional(),
    amounts: z.array(z.number()),
    promisedUntil: z.string(),
  }),
});

/** Nothing is stored before it. `at`: wall time, ms. */
export const loaderStore = z.object({ by: z.string(), why: z.string(), at: z.number() });

const reviewed = z.object({
  kind: z.literal('reviewed'),
  /** Of all bytes. */
  sha256: z.string(),
  /** All of it is in the stock. */
  isLoaded: z.boolean(),
  /** How many, and the first ones of each kind, by line. */
  count: z.number(),
  faults: z.array(z.object({ line: z.number(), fault: z.string() })),
  /** Of its codes so many are in the stock. */
  known: z.number(),
  amounts: z.array(
    z.object({
      amount: z.number(),
      count: z.number(),
      neverExpire: z.number(),
      expireFrom: z.string().nullable(),
      expireUntil: z.string().nullable(),
    }),
  ),
});

export const loaderReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('step'), step: z.enum(['reading', 'comparing', 'storing']) }),
  reviewed,
  z.object({ kind: z.literal('stored'), batch: z.number() }),
  /** Another load has stored one of the codes meanwhile; nothing was changed. */
  z.object({ kind: z.literal('raced') }),
  /** What may be logged of an error. */
  z.object({ kind: z.literal('failed'), facts: z.record(z.string(), z.unknown()) }),
]);

export type LoaderStart = z.infer<typeof loaderStart>;
export type LoaderStore = z.infer<typeof loaderStore>;
export type LoaderReport = z.infer<typeof loaderReport>;
export type ReviewedFile = z.infer<typeof reviewed>;
