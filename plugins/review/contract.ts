import * as z from 'zod/mini';
import { consoleRoles } from '@inaam/contract/console/roles.ts';
import { reason } from '@inaam/contract/console/audit.ts';

/**
 * What the review looks for: many numbers verified on one device, from one network (an address, or
 * an IPv6 /64) or within one block of a thousand numbers; or many wrong codes before the right one.
 */
export const reviewRules = ['device', 'network', 'block', 'guesses'] as const;

export type ReviewRule = (typeof reviewRules)[number];

/** `watch`: clusters are shown. `hold`: in addition, their next vouchers are held. */
export const reviewModes = ['off', 'watch', 'hold'] as const;

export type ReviewMode = (typeof reviewModes)[number];

export const reviewWindows = [1, 24, 168] as const;

/** Hours. */
export type ReviewWindow = (typeof reviewWindows)[number];

export const thresholdMax = 200;

const count = z.int();
/** By the campaign's clock, ms, like all times of these answers. */
const at = z.int();
const rule = z.enum(reviewRules);
const mode = z.enum(reviewModes);
const windowHours = z.literal(reviewWindows);
const threshold = z.int().check(z.minimum(2), z.maximum(thresholdMax));
/** As in the ledger: 32 hexadecimal digits. */
const pseudonym = z.string().check(z.regex(/^[\da-f]{32}$/));

const cluster = {
  number: count,
  rule,
  /** A sentence without a full stop. */
  reason: z.string(),
  lastAt: at,
};

const membersAtOnce = 200;

export const review = {
  /** Only counts, because everyone may know that vouchers are waiting. */
  readReview: {
    path: 'review',
    may: consoleRoles,
    isRefreshed: true,
    fields: z.object({}),
    answer: z.object({
      at,
      held: z.object({
        count,
        /** `held` is a lower bound: counting stopped there. */
        isMore: z.boolean(),
        rupees: count,
        /** Whole days since the oldest of their rewards; null: none is held. */
        oldestDays: z.nullable(count),
      }),
      days: z.object({ warning: count, error: count, promised: count }),
      rules: z.array(z.object({ rule, mode, threshold, windowHours, min: count })),
    }),
  },
  readClusters: {
    path: 'review/clusters',
    may: ['manager', 'auditor'],
    /** `before`: the last cluster of the previous page. */
    fields: z.object({ before: z.nullable(z.object({ number: count, lastAt: at })) }),
    answer: z.object({
      /** Newest first; only of rules that are not off. */
      clusters: z.array(
        z.object({
          ...cluster,
          members: count,
          /** There are more members; neither they nor their rupees are counted. */
          isMore: z.boolean(),
          rupees: count,
          waiting: count,
          waitingRupees: count,
          held: count,
          refused: count,
          released: count,
          /** Waiting, and nobody has decided. */
          open: count,
        }),
      ),
      hasMore: z.boolean(),
    }),
  },
  readCluster: {
    path: 'review/cluster',
    may: ['manager', 'auditor'],
    fields: z.object({ number: count }),
    answer: z.object({
      ...cluster,
      /** Newest first. */
      members: z.array(
        z.object({
          pseudonym,
          amount: count,
          verifiedAt: at,
          /** Registered; `place`: of the device's first visit, by its address; null: not known. */
          state: z.string(),
          place: z.nullable(z.string()),
          /** For example "waits", "held by Mira", "sent". */
          status: z.string(),
          /** The reason of the hold. */
          reason: z.nullable(z.string()),
          /** Other rules that noticed the person. */
          others: z.array(rule),
          may: z.array(z.enum(['hold', 'release', 'refuse'])),
        }),
      ),
      isMore: z.boolean(),
    }),
  },
  changeRule: {
    path: 'review/rule',
    may: ['manager'],
    fields: z.object({ rule, mode, threshold, windowHours, reason }),
    answer: z.object({ message: z.string() }),
  },
  decideVouchers: {
    path: 'review/decide',
    may: ['manager'],
    fields: z.object({
      cluster: count,
      pseudonyms: z.array(pseudonym).check(z.minLength(1), z.maxLength(membersAtOnce)),
      action: z.enum(['hold', 'release', 'refuse']),
      reason,
    }),
    answer: z.object({
      count,
      message: z.string(),
    }),
  },
} as const;
