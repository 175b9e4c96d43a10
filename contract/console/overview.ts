import * as z from 'zod/mini';
import { consoleRoles } from './roles.ts';

const every = consoleRoles;
const count = z.int();
/** A day in India by the campaign's clock, `YYYY-MM-DD`. */
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** Of devices, and of people: those that are counted by source, shop, language and state. */
export const ofDevices = ['visits', 'devices', 'codes', 'numbers'] as const;
export const ofPeople = [
  'verified',
  'claims',
  'rewarded',
  'asked',
  'bonuses',
  'wrong',
  'sent',
  'delivered',
  'failed',
] as const;
export const stepNames = [...ofDevices, ...ofPeople, 'rupees'] as const;
export type StepName = (typeof stepNames)[number];
const stepName = z.enum(stepNames);

/** What the overview shows, in this order. */
export const measures = [
  'visits',
  'codes',
  'numbers',
  'verified',
  'claims',
  'rewarded',
  'bonuses',
  'rupees',
  'sent',
  'delivered',
  'failed',
] as const;
export type Measure = (typeof measures)[number];

export const countsOf = (of: (name: StepName) => number): Record<StepName, number> =>
  z
    .record(stepName, z.number())
    .parse(Object.fromEntries(stepNames.map((name) => [name, of(name)])));

/** `of`: the steps of whose sum it is shown as a share. */
type Step = { label: string; definition: string; of?: readonly StepName[] };

/**
 * What is counted, in the words of the console. People, participations, rewards and bonuses are
 * counted apart, each on the day of its event, so days can be added up.
 */
export const steps: Readonly<Record<StepName, Step>> = {
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
    of: ['devices'],
  },
  verified: {
    label: 'Verified',
    definition: 'Mobile numbers, on the day on which the right code was first entered.',
    of: ['numbers'],
  },
  claims: {
    label: 'Participations',
    definition: 'How often verified numbers took part, each time with another purchase.',
  },
  rewarded: {
    label: 'Rewards',
    definition: 'Rewards granted, at most one for each participation, without bonuses.',
    of: ['claims'],
  },
  asked: {
    label: 'Asked',
    definition: 'Participations that could add to the reward with a right answer.',
    of: ['rewarded'],
  },
  bonuses: {
    label: 'Bonuses',
    definition: 'Bonuses granted, one for each right answer.',
    of: ['asked'],
  },
  wrong: { label: 'Wrong answers', definition: 'Answers that added nothing.', of: ['asked'] },
  rupees: { label: 'Rupees granted', definition: 'The sum of the rewards and bonuses granted.' },
  sent: {
    label: 'Vouchers sent',
    definition: 'Vouchers handed to the SMS provider, one for each reward and bonus.',
    of: ['rewarded', 'bonuses'],
  },
  delivered: {
    label: 'Delivered',
    definition: 'Vouchers that reached the phone, by the receipt of the SMS provider.',
    of: ['rewarded', 'bonuses'],
  },
  failed: {
    label: 'Failed',
    definition: 'Vouchers that could not be delivered. One that is sent again no longer counts.',
    of: ['rewarded', 'bonuses'],
  },
};

/** From the first visit to the voucher. */
export const funnel = [
  'devices',
  'numbers',
  'verified',
  'claims',
  'rewarded',
  'sent',
  'delivered',
] as const satisfies StepName[];

/** What a campaign has, so that figures of something else are not shown as 0. */
export type Features = { hasClaims: boolean; hasReceipts: boolean; bonuses: object | null };

export const isCounted =
  ({ hasClaims, hasReceipts, bonuses }: Features) =>
  (name: StepName): boolean => {
    if (name === 'claims') return hasClaims;
    if (name === 'delivered') return hasReceipts;
    return bonuses !== null || !['asked', 'bonuses', 'wrong'].includes(name);
  };

/** What `compared` is, for the person who reads the figures. */
export const comparedDefinition =
  'The same weekdays before. If today is included, up to the same minute: of the current hour, the share that has passed.';

const counts = z.record(stepName, count);

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
  'sharedAddress',
  'draw',
  'codesWaiting',
  'vouchersWaiting',
  'vouchersFailed',
  'vouchersLate',
  'vouchersUnclear',
  'stock',
  'budget',
  'smsPrice',
  'purchasesRefused',
] as const;

export const verdict = z.object({
  kind: z.enum(verdictKinds),
  level: z.enum(['well', 'look', 'act']),
  text: z.string(),
  todo: z.string(),
  /** The console page where the problem is shown and solved. */
  page: z.optional(z.string()),
  /** Vouchers or programs, for a badge. */
  count: z.optional(count),
});

export const overview = {
  readOverview: {
    path: 'overview',
    may: every,
    isRefreshed: true,
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
      programme: z.object({ from: day, to: day }),
      /**
       * Describes whether everything is in order and, if not, what to do. Worst first, at least
       * one.
       */
      verdicts: z.array(verdict),
      /** A number may take part several times. */
      hasClaims: z.boolean(),
      /** The provider has said of some voucher what became of it. */
      hasReceipts: z.boolean(),
      /** The bonuses of each amount, without a filter; null: there are none. */
      bonuses: z.nullable(
        z.object({ pools: z.array(z.object({ amount: count, planned: count, left: count })) }),
      ),
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
      /** What plugins count of everybody, without a filter. */
      counted: z.array(z.object({ label: z.string(), definition: z.string(), count })),
      budget: z.object({
        plannedRupees: count,
        grantedRupees: count,
        days: z.array(z.object({ day, rupees: count })),
        /**
         * When the budget will be used up at the pace of recent days, at least three whole ones; no
         * later than the last day, which is also said of what lasts beyond it. Null: not before it.
         */
        forecast: z.nullable(z.object({ earliest: day, likely: day, latest: day })),
        /** Rupees per day, of recent whole days; null: fewer than three. */
        perDay: z.nullable(z.number()),
      }),
      /** `lastsUntil`: null without demand, and if it lasts to the end. */
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
      sms: z.object({ accepted: count, rupees: z.number() }),
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
