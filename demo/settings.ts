// Reads the demo's settings from the environment. Each has a default.
import path from 'node:path';
import * as z from 'zod';
import { loopback } from '@inaam/runtime/port.ts';
import { openIpDatabase } from '@inaam/server/platform/ip-info.ts';
import { rateLimits, type RateLimits } from '@inaam/server/codes/rate-limits.rules.ts';
import { unlimitedBudget } from '@inaam/server/sms/send-budget.rules.ts';
import { readDatabaseUrl } from '@inaam/server/operator/settings/database-url.ts';
import { dayMs } from '@inaam/server/platform/period.rules.ts';

export type Settings = ReturnType<typeof readSettings>;

const project = path.resolve(import.meta.dirname, '..');

/** A DATABASE_URL of the real programs may still be set in the shell that starts the demo. */
const isForDemo = (databaseUrl: string): boolean => /demo/i.test(new URL(databaseUrl).pathname);

const notForDemo =
  'DATABASE_URL names a database that is not for the demonstration, which would permanently commit its draw with another secret. Leave it out to use our own PostgreSQL, or name a database with "demo" in its name.';

const environment = z.object({
  CAMPAIGN: z.string().default('biscuit-2025'),
  HOST: z.string().default(loopback() === '::1' ? '::' : '0.0.0.0'),
  PORT: z
    .string()
    .default('3000')
    .refine((text) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535, {
      error: 'PORT must be a whole number from 1 to 65535. Leave it out for 3000.',
    })
    .transform(Number),
  DATABASE_URL: z
    .string()
    .transform((text, context) => {
      const read = readDatabaseUrl(text);
      if ('url' in read && isForDemo(read.url)) return read.url;
      context.addIssue(
        'url' in read
          ? notForDemo
          : `DATABASE_URL ${read.problem}. Leave it out to use our own PostgreSQL.`,
      );
      return z.NEVER;
    })
    .optional(),
  IP_DATABASE: z
    .string()
    .optional()
    .transform((file, context) => {
      if (file === undefined) return undefined;
      const opened = openIpDatabase(file);
      if ('lookUp' in opened) return opened.lookUp;
      context.addIssue(`IP_DATABASE ${opened.problem}.`);
      return z.NEVER;
    }),
  DATA_FOLDER: z.string().default(path.join(project, '.data')),
  ANSWER_ENCODING: z
    .enum(
      ['object', 'base64'],
      'ANSWER_ENCODING must be object or base64. Leave it out for object.',
    )
    .default('object'),
});

/** @throws Error naming every wrong value and its remedy */
export function readSettings(env: Readonly<Record<string, string | undefined>> = process.env) {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { success, data, error } = environment.safeParse(filled);
  if (!success) throw new Error(error.issues.map((issue) => issue.message).join('\n'));
  return {
    campaign: data.CAMPAIGN,
    host: data.HOST,
    port: data.PORT,
    databaseUrl: data.DATABASE_URL,
    dataFolder: path.resolve(data.DATA_FOLDER),
    answerEncoding: data.ANSWER_ENCODING,
    lookUpIp: data.IP_DATABASE,
  };
}

const never: ReadonlySet<string> = new Set(['sms', 'help']);
/** Of groups whose other commands need it. */
const withoutIt: ReadonlySet<string> = new Set(['campaign check', 'campaign new']);

/** Whether an operator's command reads the demonstration's database. */
export function needsDatabase(words: readonly string[]): boolean {
  const [first = 'help', second = ''] = words;
  return (
    !first.startsWith('-') &&
    !never.has(first) &&
    !withoutIt.has(`${first} ${second}`) &&
    !words.some((word) => /^-(?:h|-help)$/.test(word))
  );
}

/**
 * In the demo one browser acts as many shoppers: device limits are out of reach, codes need no
 * proof of work, and the night is like the day.
 */
export const demoRateLimits: RateLimits = {
  budget: unlimitedBudget,
  mobile: { ...rateLimits.mobile, nightSends: [] },
  visitors: rateLimits.visitors,
  visitsStored: rateLimits.visitsStored,
  device: {
    sends: [{ max: 2000, withinMs: dayMs }],
    tries: [{ max: 2000, withinMs: dayMs }],
    mobiles: [{ max: 2000, withinMs: dayMs }],
  },
};
