import { verdict } from './overview.ts';
import * as z from 'zod/mini';
import { consoleRoles } from './roles.ts';
import { reason } from './audit.ts';

const every = consoleRoles;
const managers = ['manager'] as const;
const nothing = z.object({});
const count = z.int();
/** By the campaign's clock, ms. */
const time = z.int();
/** A day in India by the campaign's clock, `YYYY-MM-DD`. */
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** Of a check of the SMS. */
const finding = z.object({
  check: z.string(),
  /** `skipped`: not checked; `found` says which command checks it. */
  state: z.enum(['ok', 'warning', 'fault', 'skipped']),
  found: z.string(),
  /** The remedy. Null if `found` contains it. */
  mend: z.nullable(z.string()),
});

/** The person types the campaign's name, because the console of another campaign looks the same. */
const pausing = z.object({ campaign: z.string().check(z.maxLength(100)), reason });
const paused = z.object({ isChanged: z.boolean(), message: z.string() });

const smsTemplate = z.object({
  name: z.string(),
  entityId: z.string(),
  headerId: z.string(),
  templateId: z.string(),
  category: z.string(),
  /** The text as registered with the operators. */
  registered: z.string(),
  /** With sample values; null if the template does not accept them (`findings` say why). */
  sample: z.nullable(z.string()),
  encoding: z.string(),
  length: count,
  /** The longest text that fits into one segment. */
  lengthMax: count,
  segments: count,
});

export const campaign = {
  readCampaign: {
    path: 'campaign',
    may: every,
    isRefreshed: true,
    fields: nothing,
    answer: z.object({
      id: z.string(),
      at: time,
      /**
       * Describes whether the campaign can start, runs, is paused or is over. Worst first, at least
       * one.
       */
      verdicts: z.array(verdict),
      programme: z.object({ from: day, to: day }),
      lastDay: day,
      isCommitted: z.boolean(),
      pausedSince: z.nullable(time),
      languages: z.array(z.string()),
      rewards: z.array(count),
      fixedRewards: z.array(count),
      /** Something is asked after the reward, for a bonus. */
      isAsked: z.boolean(),
      /** URL of the page that explains the draw; without the site's origin if that is not known. */
      fairDraw: z.string(),
    }),
  },
  readSms: {
    path: 'campaign/sms',
    may: every,
    fields: nothing,
    answer: z.object({
      language: z.string(),
      templates: z.array(smsTemplate),
      findings: z.array(finding),
    }),
  },
  pauseCampaign: { path: 'campaign/pause', may: managers, fields: pausing, answer: paused },
  resumeCampaign: { path: 'campaign/resume', may: managers, fields: pausing, answer: paused },
} as const;

/** In JSON; undefined: it is not there. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step))
      return undefined;
    found = Reflect.get(found, step);
  }
  return found;
}
