// What the delivery's jobs work with: their own storage functions bound to one campaign, the settled templates, and
// what came in by the door.
import type { ServerCampaign, Sms } from '@inaam/campaigns/server-side.ts';
import { settleSms } from '@inaam/campaigns/sms-template.ts';
import type { Keys } from '../keys/keys.ts';
import { codeLifeMs } from '../rules/ceilings.ts';
import type { SmsProvider } from '../sms/provider.ts';
import type { Database } from '../storage/database.ts';
import {
  failMessages,
  lapseMessages,
  readCodeMessages,
  readVoucherMessages,
  recordAttempts,
} from '../storage/messages.ts';
import { assignVouchers } from '../storage/vouchers.ts';
import { throttle } from './throttle.ts';

type Line = (facts: Readonly<Record<string, string | number | boolean>>, sentence: string) => void;

/** Where the delivery tells what an operator should know; pino's logger is one. Gets nothing personal. */
type DeliveryLog = { info: Line; warn: Line; error: Line };

/**
 * What became of a job. `ended`: somebody else had finished the message, or there is none; `again`: it is tried again
 * later.
 */
export type JobOutcome = 'sent' | 'failed' | 'lapsed' | 'ended' | 'again';

type JobDone = { kind: 'otp' | 'voucher'; outcome: JobOutcome; seconds: number };

export type DeliveryDependencies = {
  database: Database;
  campaign: ServerCampaign;
  keys: Pick<Keys, 'open'>;
  /** ms since 1970: wall time, and the campaign's. */
  clocks: { wall: () => number; campaign: () => number };
  provider: SmsProvider;
  log: DeliveryLog;
  /** Told of each job that this process has done; for counting. */
  onJob?: (job: JobDone) => void;
  /** Host name of the site, without scheme and port: it binds one-time codes to the site (WebOTP). */
  host: string;
};

/** Milliseconds; the defaults are what production runs with. */
export const intervals = {
  /** How often a worker looks for jobs by itself, should a NOTIFY be lost. */
  pollMs: 500,
  beatMs: 10_000,
  /** A worker silent so long is dead: with the beat and the poll its jobs are taken over within 60 s. */
  silentMs: 45_000,
  /** Longer than any job can take: with every statement and the provider at their limits, 40 s. */
  lockMs: 60_000,
  cleanupMs: 60_000,
  /** After that nobody knows whether the provider took the message. */
  sendMs: 5000,
};

export type Intervals = typeof intervals;

export type DeliveryContext = ReturnType<typeof createDeliveryContext>;

const reportAgainMs = 60_000;

export function createDeliveryContext(
  door: DeliveryDependencies,
  { sendMs }: Pick<Intervals, 'sendMs'>,
) {
  const { database, campaign, host } = door;
  const sms: Sms = {
    ...campaign.sms,
    otp: settleSms(campaign.sms.otp, { host, minutes: codeLifeMs / 60_000 }),
  };
  return {
    ...door,
    sms,
    sendMs,
    /** Says the same thing once a minute at most: an outage fails thousands of jobs. */
    report: throttle(reportAgainMs, door.clocks.wall),
    storage: {
      readCodeMessages: readCodeMessages(database, campaign.id),
      readVoucherMessages: readVoucherMessages(database, campaign.id),
      recordAttempts: recordAttempts(database, campaign.id),
      lapseMessages: lapseMessages(database, campaign.id),
      failMessages: failMessages(database, campaign.id),
      assignVouchers: assignVouchers(database, campaign.id),
    },
  };
}
