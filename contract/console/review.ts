import * as z from 'zod/mini';
import { reviewModes, reviewRules, reviewWindows, thresholdMost } from './review-rules.ts';
import { consoleRoles } from './roles.ts';
import { why } from './why.ts';

const count = z.int();
/** Campaign's time, ms, as all times of these answers. */
const at = z.int();
const rule = z.enum(reviewRules);
const mode = z.enum(reviewModes);
const windowHours = z.literal(reviewWindows);
const threshold = z.int().check(z.minimum(2), z.maximum(thresholdMost));
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
  /** Counts alone: everybody may know that vouchers wait. */
  readReview: {
    path: 'review',
    may: consoleRoles,
    fields: z.object({}),
    answer: z.object({
      at,
      held: z.object({
        count,
        /** At least so many: the rest was not counted. */
        isMore: z.boolean(),
        rupees: count,
        /** For how many a refusal waits for a second person. */
        proposed: count,
        /** Whole days since the oldest of their rewards; null: none is held. */
        oldestDays: z.nullable(count),
      }),
      days: z.object({ warning: count, error: count, promised: count }),
      /** The campaign asks for two people where one would take a reward away. */
      asksForTwo: z.boolean(),
      rules: z.array(z.object({ rule, mode, threshold, windowHours, least: count })),
    }),
  },
  readClusters: {
    path: 'review/clusters',
    may: ['manager', 'auditor'],
    /** `before`: the last one of the page before. */
    fields: z.object({ before: z.nullable(z.object({ number: count, lastAt: at })) }),
    answer: z.object({
      /** Newest first, of the rules that are not off. */
      clusters: z.array(
        z.object({
          ...cluster,
          members: count,
          /** There are more; neither they nor their rupees are counted. */
          isMore: z.boolean(),
          rupees: count,
          waiting: count,
          waitingRupees: count,
          held: count,
          proposed: count,
          refused: count,
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
      /** The newest. */
      members: z.array(
        z.object({
          pseudonym,
          amount: count,
          verifiedAt: at,
          /** Such as "waits", "held by Mira", "sent". */
          status: z.string(),
          /** Of the hold, or of the proposal. */
          why: z.nullable(z.string()),
          /** Other rules that have noticed the person. */
          others: z.array(rule),
          may: z.array(z.enum(['hold', 'release', 'refuse', 'confirm'])),
        }),
      ),
      isMore: z.boolean(),
    }),
  },
  /** What a rule would have done in the last days. */
  previewRule: {
    path: 'review/rule/preview',
    may: ['manager', 'auditor'],
    fields: z.object({ rule, threshold, windowHours }),
    answer: z.object({
      days: count,
      /** Winners who were measured in these days. */
      of: count,
      held: count,
      /** Of those that would have been held. */
      delivered: count,
      nothingElse: count,
      isMore: z.boolean(),
    }),
  },
  changeRule: {
    path: 'review/rule',
    may: ['manager'],
    fields: z.object({ rule, mode, threshold, windowHours, why }),
    answer: z.object({ message: z.string() }),
  },
  decideVouchers: {
    path: 'review/decide',
    may: ['manager'],
    fields: z.object({
      cluster: count,
      pseudonyms: z.array(pseudonym).check(z.minLength(1), z.maxLength(membersAtOnce)),
      action: z.enum(['hold', 'release', 'refuse', 'confirm']),
      why,
    }),
    answer: z.object({
      /** How many were changed. */
      count,
      message: z.string(),
    }),
  },
} as const;
