import * as z from 'zod/mini';
import { consoleRoles } from './roles.ts';
import { reason } from './audit.ts';

const every = consoleRoles;
const count = z.int();
/** A day in India by the campaign's clock, `YYYY-MM-DD`. */
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const batch = count.check(z.minimum(1));
/** The provider's exact words. */
const failure = z.string().check(z.minLength(1), z.maxLength(1000));

/**
 * Who has to act on a failure. `dead`: an SMS cannot arrive; `erased`: nothing is owed any more;
 * `setup`: template, account or credit must be mended first.
 */
const failureCauses = ['dead', 'erased', 'phone', 'setup', 'provider', 'unknown'] as const;
export type FailureCause = (typeof failureCauses)[number];

const done = z.object({ message: z.string() });

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
    isRefreshed: true,
    fields: z.object({}),
    answer: z.object({
      /** By the campaign's clock, ms, like all times of this answer. */
      at: z.int(),
      /** The programme's last day. */
      lastDay: day,
      /** An amount that lasts for fewer days than these is a warning, or an error. */
      days: z.object({ warning: count, error: count }),
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
          /** Whole days at that pace; null: nothing is asked for. */
          daysLeft: z.nullable(count),
          lastsUntil: z.nullable(day),
        }),
      ),
      /** Newest first; `hasMore`: there are older batches. */
      batches: z.array(
        z.object({
          number: count,
          loadedAt: z.int(),
          /** Null: the audit log does not say. */
          loadedBy: z.nullable(z.string()),
          codes: count,
          /** Neither assigned nor withdrawn; some may be too old to be assigned. */
          left: count,
          /** `left` is a lower bound: counting stopped there. */
          isMore: z.boolean(),
          /** The earliest expiry of those left; null: there are none, or they never expire. */
          expiresFrom: z.nullable(day),
          withdrawnAt: z.nullable(z.int()),
          withdrawnBy: z.nullable(z.string()),
        }),
      ),
      hasMore: z.boolean(),
    }),
  },
  countWithdrawal: {
    path: 'stock/withdraw/count',
    may: ['manager'],
    fields: z.object({ batch }),
    /** How many codes would leave the stock, and how many winners keep. */
    answer: z.object({ codes: count, kept: count }),
  },
  withdrawBatch: {
    path: 'stock/withdraw',
    may: ['manager'],
    fields: z.object({ batch, reason }),
    answer: done,
  },
  readDeliveries: {
    path: 'deliveries',
    may: every,
    isRefreshed: true,
    fields: z.object({}),
    answer: z.object({
      at: z.int(),
      days: z.object({ warning: count, error: count, promised: count }),
      /**
       * Vouchers owed to winners, by whole days since the reward, oldest first. `held`:
       * until somebody releases them; they are not among the waiting.
       */
      debts: z.array(z.object({ days: count, waiting: count, held: count, failed: count })),
      /** If set, only this many of each kind were counted, oldest first. */
      countedMax: z.nullable(count),
      /** Why vouchers failed, including missing receipts; most frequent first. */
      reasons: z.array(
        z.object({
          reason: failure,
          count,
          isMore: z.boolean(),
          cause: z.enum(failureCauses),
          /** In plain words, and what to do. */
          meaning: z.string(),
          remedy: z.string(),
        }),
      ),
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
      /** Sent again as often as is allowed, and those whose data was erased; else: at least. */
      leftOut: z.object({ tooOften: count, erased: count, isAll: z.boolean() }),
    }),
  },
  resendByReason: {
    path: 'deliveries/resend',
    may: ['manager'],
    /** `count`: the answer of `countResend`. */
    fields: z.object({ failure, count: count.check(z.minimum(1), z.maximum(1000)), reason }),
    answer: z.object({ count, message: z.string() }),
  },
  /** Closes a voucher that was paid in another way. `reference`: of that payment. */
  settleVoucher: {
    path: 'deliveries/settle',
    may: ['manager'],
    fields: z.object({
      message: z.uuid(),
      reference: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(60))),
      reason,
    }),
    answer: done,
  },
} as const;
