import * as z from 'zod/mini';
import { consoleRoles } from './roles.ts';
import { reason } from './audit.ts';

const every = consoleRoles;
const count = z.int();
/** A day in India by the campaign's clock, `YYYY-MM-DD`. */
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
/** The provider's exact words. */
const failure = z.string().check(z.minLength(1), z.maxLength(1000));

/**
 * A voucher that the winner should already have. It has a pseudonym, as in the ledger, never a
 * number.
 */
const debt = {
  message: z.string(),
  pseudonym: z.string(),
  amount: count,
  /** By the campaign's clock, ms. */
  owedAt: z.int(),
  /** Null if the provider gave none. */
  reason: z.nullable(z.string()),
};

export const deliveries = {
  readStock: {
    path: 'stock',
    may: every,
    fields: z.object({}),
    answer: z.object({
      /** By the campaign's clock, ms, like all times of this answer. */
      at: z.int(),
      /** By ascending amount. */
      amounts: z.array(
        z.object({
          amount: count,
          /** Codes that can be assigned now, of which `expiring` will be too old in 30 days. */
          free: count,
          expiring: count,
          expired: count,
          owed: count,
          /** Rewards per day at the recent pace. */
          perDay: count,
          lastsUntil: z.nullable(day),
        }),
      ),
      /** Newest first; `hasMore`: there are older batches. */
      batches: z.array(
        z.object({
          number: count,
          loadedAt: z.int(),
          codes: count,
          /** Neither assigned nor withdrawn; some may be too old to be assigned. */
          left: count,
          /** `left` is a lower bound: counting stopped there. */
          isMore: z.boolean(),
          /** The earliest expiry of those left; null: there are none, or they never expire. */
          expiresFrom: z.nullable(day),
          withdrawnAt: z.nullable(z.int()),
        }),
      ),
      hasMore: z.boolean(),
    }),
  },
  readDeliveries: {
    path: 'deliveries',
    may: every,
    fields: z.object({}),
    answer: z.object({
      at: z.int(),
      days: z.object({ warning: count, error: count, promised: count }),
      /** Vouchers owed to winners, by whole days since the reward, oldest first. */
      debts: z.array(z.object({ days: count, waiting: count, failed: count })),
      /**
       * How many of the waiting vouchers are held until somebody releases them; `heldIsMore`: at
       * least.
       */
      held: count,
      heldIsMore: z.boolean(),
      /** If set, only this many of each kind were counted, oldest first. */
      countedMax: z.nullable(count),
      /** Why vouchers failed, including missing receipts; most frequent first. */
      reasons: z.array(z.object({ reason: failure, count, isMore: z.boolean() })),
    }),
  },
  /** Single messages, to look up the person. */
  readDebtExamples: {
    path: 'deliveries/examples',
    may: ['support', 'manager'],
    /** Without a reason: everything that failed. */
    fields: z.object({ failure: z.optional(failure) }),
    answer: z.object({
      /** The oldest vouchers that are more than two days late. */
      late: z.array(z.object({ ...debt, days: count, state: z.string() })),
      /** Newest first. */
      failed: z.array(z.object({ ...debt, sends: count, resends: count })),
    }),
  },
  countResend: {
    path: 'deliveries/resend/count',
    may: ['manager'],
    fields: z.object({ failure }),
    answer: z.object({
      /** How many would be sent now. */
      count,
      /** How many would remain for the next time; `isMore`: at least. */
      left: count,
      isMore: z.boolean(),
      rupees: z.number(),
    }),
  },
  resendByReason: {
    path: 'deliveries/resend',
    may: ['manager'],
    /** `count`: the answer of `countResend`. */
    fields: z.object({ failure, count: count.check(z.minimum(1), z.maximum(1000)), reason }),
    answer: z.object({ count, message: z.string() }),
  },
} as const;
