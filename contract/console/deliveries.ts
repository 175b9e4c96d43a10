import * as z from 'zod/mini';
import { why } from './why.ts';
import { consoleRoles } from './roles.ts';

const every = consoleRoles;
const count = z.int();
/** Campaign's calendar, India: YYYY-MM-DD. */
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
/** Exactly as the provider said it. */
const reason = z.string().check(z.minLength(1), z.maxLength(1000));

/** Of one that the winner should have by now. Never a number: the pseudonym is in the ledger. */
const debt = {
  message: z.string(),
  pseudonym: z.string(),
  amount: count,
  /** Campaign's time, ms. */
  owedAt: z.int(),
  /** Null where nothing was said. */
  reason: z.nullable(z.string()),
};

export const deliveries = {
  readStock: {
    path: 'stock',
    may: every,
    fields: z.object({}),
    answer: z.object({
      /** Campaign's time, ms, as all times of this answer. */
      at: z.int(),
      /** By ascending amount. */
      amounts: z.array(
        z.object({
          amount: count,
          /** Can be given now; of those, `expiring` cannot be given in 30 days any more. */
          free: count,
          expiring: count,
          expired: count,
          /** Rewards that wait for a code. */
          owed: count,
          /** Rewards a day, lately. */
          perDay: count,
          lastsUntil: z.nullable(day),
        }),
      ),
      /** Newest first; `hasMore`: there are older ones. */
      batches: z.array(
        z.object({
          number: count,
          loadedAt: z.int(),
          codes: count,
          /** Neither given nor withdrawn; some may be too old to be given. */
          left: count,
          /** There may be more than `left`: the rest was not counted. */
          isMore: z.boolean(),
          /** The earliest of those left; null: none, or they never expire. */
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
      /** Vouchers that winners still have to get, by whole days since the reward; oldest first. */
      debts: z.array(z.object({ days: count, waiting: count, failed: count })),
      /** Of those that wait: not sent before somebody releases them; `heldIsMore`: or more. */
      held: count,
      heldIsMore: z.boolean(),
      /** Only the oldest were counted: of each kind so many. */
      countedMost: z.nullable(count),
      /** Why vouchers failed, or that no receipt came; most frequent first. */
      reasons: z.array(z.object({ reason, count, isMore: z.boolean() })),
    }),
  },
  /** Single messages, to look a person up by. */
  readDebtExamples: {
    path: 'deliveries/examples',
    may: ['support', 'manager'],
    /** Without a reason: all that failed. */
    fields: z.object({ reason: z.optional(reason) }),
    answer: z.object({
      /** The oldest of those past the second day. */
      late: z.array(z.object({ ...debt, days: count, state: z.string() })),
      /** The newest. */
      failed: z.array(z.object({ ...debt, sends: count, resends: count })),
    }),
  },
  /** What sending again by a reason would do. */
  countResend: {
    path: 'deliveries/resend/count',
    may: ['manager'],
    fields: z.object({ reason }),
    answer: z.object({
      /** At once. */
      count,
      /** For the next time; `isMore`: or more. */
      left: count,
      isMore: z.boolean(),
      /** What that many SMS cost. */
      rupees: z.number(),
    }),
  },
  resendByReason: {
    path: 'deliveries/resend',
    may: ['manager'],
    /** `count`: as `countResend` said. */
    fields: z.object({ reason, count: count.check(z.minimum(1), z.maximum(1000)), why }),
    answer: z.object({ count, message: z.string() }),
  },
} as const;
