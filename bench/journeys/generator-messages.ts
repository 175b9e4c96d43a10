// The messages between the bench and its load generator, over Node's channel between processes.
import * as z from 'zod';

/**
 * `journey`: from scan to voucher; `signIn`: its part from session to access token; `betterAuth`: a
 * sign-in elsewhere; `plain`: what the rows of a journey cost by themselves.
 */
const contenders = ['journey', 'signIn', 'betterAuth', 'plain'] as const;
export type Contender = (typeof contenders)[number];

export const stageOrder = z.object({
  contender: z.enum(contenders),
  /** The site's origin; of `plain` the database. */
  address: z.string(),
  /** How many shoppers, each of whom begins again when a journey has ended. */
  atOnce: z.int(),
  /** Instead, new shoppers arrive at this rate, whether or not the site keeps up. */
  arrivals: z.number().optional(),
  /** Before the window; the shoppers start one after another within it. */
  rampMs: z.int(),
  windowMs: z.int(),
});
export type StageOrder = z.infer<typeof stageOrder>;

const spread = z.object({ count: z.int(), p50: z.number(), p99: z.number(), max: z.number() });
const outcome = z.object({
  mobile: z.string(),
  amount: z.int(),
  voucher: z.object({ amount: z.int(), code: z.string() }),
});
const recorded = z.object({
  journeys: z.int(),
  steps: z.record(z.string(), spread),
  errors: z.record(z.string(), z.int()),
});

export const report = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), gateway: z.string() }),
  z.object({ kind: z.literal('opened') }),
  z.object({ kind: z.literal('closed'), windowMs: z.number() }),
  z.object({
    kind: z.literal('finished'),
    recorded,
    /** Of all journeys that were completed, those outside the window too. */
    outcomes: z.array(outcome),
    repeatedSms: z.int(),
    askedAgain: z.int(),
  }),
]);
export type Report = z.infer<typeof report>;
