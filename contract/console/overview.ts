import * as z from 'zod/mini';
import { consoleRoles } from './roles.ts';

const every = consoleRoles;
const count = z.int();
/** A day in India by the campaign's clock, `YYYY-MM-DD`. */
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

type StepName = keyof z.infer<typeof counts>;
export type Step = { label: string; definition: string; shareOf?: StepName };

/**
 * What is counted, in the words of the console: the label, how it is counted, and the step of which
 * it is shown as a share. Each person counts once per step, on the
 * day of the first time, so days can be added up.
 */
export const steps = {
  visits: { label: 'Visits', definition: 'How often the page was opened.' },
  devices: {
    label: 'Devices',
    definition: 'Phones and browsers that opened the page, on the day of their first visit.',
  },
  codes: {
    label: 'OTPs requested',
    definition: 'Requests for a one-time code, including repeated ones.',
  },
  numbers: {
    label: 'Requested an OTP',
    definition: 'Mobile numbers, on the day on which each first requested a one-time code.',
    shareOf: 'devices',
  },
  verified: {
    label: 'Verified',
    definition:
      'The right code was entered: once for each number, unless the campaign lets it claim again.',
    shareOf: 'numbers',
  },
  rewarded: {
    label: 'Rewarded',
    definition: 'Participations to which a reward was granted. Each gets one at most.',
    shareOf: 'verified',
  },
  rupees: { label: 'Rupees granted', definition: 'The sum of the rewards granted.' },
  sent: {
    label: 'Vouchers sent',
    definition: 'Vouchers handed to the SMS provider.',
    shareOf: 'rewarded',
  },
  delivered: {
    label: 'Delivered',
    definition: 'Vouchers that reached the phone, by the receipt of the SMS provider.',
    shareOf: 'rewarded',
  },
  failed: {
    label: 'Failed',
    definition: 'Vouchers that could not be delivered. One that is sent again no longer counts.',
    shareOf: 'rewarded',
  },
} as const satisfies Record<StepName, Step>;

/** From the first visit to the delivered voucher. */
export const funnel = ['devices', 'numbers', 'verified', 'rewarded', 'delivered'] as const;

/** What `compared` is, for the person who reads the figures. */
export const comparedDefinition =
  'The same weekdays before. If today is included, up to the same minute: of the hour that is running, the share that has passed.';

const counts = z.object({
  visits: count,
  devices: count,
  codes: count,
  numbers: count,
  verified: count,
  rewarded: count,
  rupees: count,
  sent: count,
  delivered: count,
  failed: count,
});

const series = z.array(z.object({ start: z.int(), counts }));

/**
 * Most first; at most 50 values, the others as "(other)". "(none)": the link or visit has none;
 * "(unknown)": its device is not known. Of a state, `visits` and `numbers` are null.
 */
const rows = z.array(
  z.object({
    value: z.string(),
    visits: z.nullable(count),
    numbers: z.nullable(count),
    verified: count,
    rewarded: count,
    rupees: count,
  }),
);

const value = z.optional(z.string().check(z.minLength(1), z.maxLength(80)));

/** Stable names, by which alarms choose verdicts. */
const verdictKinds = [
  'well',
  'closed',
  'programSilent',
  'drawRefused',
  'drawStopped',
  'codesWaiting',
  'vouchersWaiting',
  'vouchersFailed',
  'vouchersLate',
  'vouchersUnclear',
  'stock',
  'budget',
  'smsPrice',
  'packTries',
] as const;

export const verdict = z.object({
  kind: z.enum(verdictKinds),
  level: z.enum(['well', 'look', 'act']),
  text: z.string(),
  todo: z.string(),
  /** The console page where the problem is shown and solved. */
  page: z.optional(z.enum(['deliveries', 'campaign', 'draw', 'review', 'activity', 'packs'])),
  /** Vouchers or programs, for a badge. */
  count: z.optional(count),
});

export const overview = {
  readOverview: {
    path: 'overview',
    may: every,
    fields: z.object({
      from: day,
      until: day,
      /** Values as `parts` shows them. */
      filter: z.optional(z.object({ source: value, state: value, language: value, shop: value })),
    }),
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
      verdicts: z.array(verdict),
      /** Of the filtered people, like `series`, `compared` and `parts`. */
      total: counts,
      bucket: z.enum(['hour', 'day']),
      /** By the start of the hour or day, ms; those without events are absent. */
      series,
      /**
       * The same weekdays before, like for like: if the period includes today, it ends at the same
       * minute `at` of its last day. Rollups are by hour, so the running hour counts in proportion
       * of its minutes, rounded. Null: it would begin before the programme, or the period is the
       * whole programme.
       */
      compared: z.nullable(z.object({ from: day, until: day, at: z.int(), total: counts, series })),
      /**
       * Each is filtered by the other ones only. `source`: `utm_campaign` of the link, `shop`: its
       * `id`. Those of a device are those of its first visit; of a participant, those of the device
       * that last requested a code before the verification.
       */
      parts: z.object({ source: rows, state: rows, language: rows, shop: rows }),
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
