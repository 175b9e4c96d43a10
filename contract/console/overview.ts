import * as z from 'zod/mini';
import { consoleRoles } from './roles.ts';

const every = consoleRoles;
const count = z.int();
/** A day in India by the campaign's clock, `YYYY-MM-DD`. */
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** Events of an hour or period. `visits` by the QR code; `verified` numbers. */
const counts = z.object({
  visits: count,
  codes: count,
  verified: count,
  rewarded: count,
  rupees: count,
  sent: count,
  delivered: count,
  failed: count,
});

export const overview = {
  readOverview: {
    path: 'overview',
    may: every,
    fields: z.object({ from: day, until: day }),
    answer: z.object({
      /** By the campaign's clock, ms, like all times of this answer. */
      at: z.int(),
      /** Up to when all events are counted, by the database's clock; null: not counted yet. */
      countedUntil: z.nullable(z.int()),
      programme: z.object({ from: day, to: day, isPaused: z.boolean() }),
      /**
       * Describes whether everything is in order and, if not, what to do. Worst first, at least
       * one.
       */
      verdicts: z.array(
        z.object({
          level: z.enum(['well', 'look', 'act']),
          text: z.string(),
          todo: z.string(),
          /** The console page where the problem is shown and solved. */
          page: z.optional(z.enum(['deliveries', 'campaign'])),
        }),
      ),
      total: counts,
      /** The same for the week before, for comparison. */
      before: counts,
      /** One row per hour with events; `hour` is its start, ms. */
      hours: z.array(z.object({ hour: z.int(), counts })),
      /** By registered state, one of those in Spec 6. */
      states: z.array(
        z.object({ state: z.string(), verified: count, rewarded: count, rupees: count }),
      ),
      /** The most frequent `utm_campaign` of the visits, the rest as "(other)". */
      sources: z.array(z.object({ source: z.string(), visits: count })),
      /**
       * Language tag of the page, most frequent first; "(none)": visits that were not counted by
       * language.
       */
      languages: z.array(z.object({ language: z.string(), visits: count })),
      budget: z.object({
        plannedRupees: count,
        grantedRupees: count,
        days: z.array(z.object({ day, rupees: count })),
        /**
         * When the budget will be used up at the pace of recent days, at least three whole ones;
         * null: not before the end.
         */
        forecast: z.nullable(z.object({ earliest: day, likely: day, latest: day })),
        /** Rupees per day, of recent whole days; null: fewer than three. */
        perDay: z.nullable(z.number()),
      }),
      stock: z.array(
        z.object({ amount: count, free: count, owed: count, lastsUntil: z.nullable(day) }),
      ),
      delivery: z.object({
        /** At most 10,000 codes are counted. */
        waiting: count,
        oldestWaitingSeconds: z.nullable(count),
        codeSeconds: z.object({ p50: z.nullable(z.number()), p95: z.nullable(z.number()) }),
        voucherSeconds: z.object({ p50: z.nullable(z.number()), p95: z.nullable(z.number()) }),
        failures: z.array(z.object({ reason: z.string(), count })),
      }),
      sms: z.object({
        accepted: count,
        rupees: z.number(),
        verifiedPerCode: z.nullable(z.number()),
      }),
      /** When each was last heard, ms; the draw, as heard by the site's processes. */
      processes: z.array(
        z.object({
          kind: z.enum(['site', 'draw', 'delivery']),
          id: z.string(),
          isWell: z.boolean(),
          seenAt: z.int(),
        }),
      ),
    }),
  },
} as const;
