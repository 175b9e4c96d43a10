import type { ServerCampaign, Sms } from '@inaam/campaigns/loader/server-campaign.ts';
import { fillSmsSettings } from '@inaam/campaigns/sms/sms-template.ts';
import type { Keys } from '../keys/keys.ts';
import { codeLifetimeMs } from '../rules/rate-limits.ts';
import type { SmsProvider } from '../sms/provider.ts';
import type { Database } from '../storage/database.ts';
import {
  failMessages,
  expireMessages,
  readCodeMessages,
  readVoucherMessages,
  recordAttempts,
} from '../storage/messages.ts';
import { assignVouchers } from '../storage/voucher-assignment.ts';
import { throttle } from './throttle.ts';

type Line = (facts: Readonly<Record<string, string | number | boolean>>, sentence: string) => void;

/** Nothing personal is logged. pino's logger is one. */
type DeliveryLog = { info: Line; warn: Line; error: Line };

/**
 * `ended`: the message was finished already, or there is none; `again`: it is tried again later.
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
  /** Called after each job of this process, for metrics. */
  onJob?: (job: JobDone) => void;
  /** Host name of the site, without scheme and port; binds one-time codes to the site (WebOTP). */
  host: string;
};

/** Milliseconds; the defaults are what production runs with. */
export const intervals = {
  /** How often a worker looks for jobs without a NOTIFY. */
  pollMs: 500,
  beatMs: 10_000,
  /**
   * A worker silent for so long is dead: with recordHeartbeats and poll its jobs are taken over
   * within 60 s.
   */
  silentMs: 45_000,
  /** Longer than any job can take: with every statement and the provider at their limits, 40 s. */
  lockMs: 60_000,
  cleanupMs: 60_000,
  /** Time limit of the provider; after it nobody knows whether it accepted the message. */
  sendMs: 5000,
};

export type Intervals = typeof intervals;

export type DeliveryContext = ReturnType<typeof createDeliveryContext>;

const reportIntervalMs = 60_000;

export function createDeliveryContext(
  dependencies: DeliveryDependencies,
  { sendMs }: Pick<Intervals, 'sendMs'>,
) {
  const { database, campaign, clocks, host } = dependencies;
  const sms: Sms = {
    ...campaign.sms,
    otp: fillSmsSettings(campaign.sms.otp, { host, minutes: codeLifetimeMs / 60_000 }),
  };
  return {
    ...dependencies,
    sms,
    sendMs,
    /** Logs the same thing once a minute at most: an outage fails thousands of jobs. */
    report: throttle(reportIntervalMs, clocks.wall),
    storage: {
      readCodeMessages: readCodeMessages(database, campaign.id),
      readVoucherMessages: readVoucherMessages(database, campaign.id),
      recordAttempts: recordAttempts(database, campaign.id),
      expireMessages: expireMessages(database, campaign.id),
      failMessages: failMessages(database, campaign.id),
      assignVouchers: assignVouchers(database, campaign.id),
    },
  };
}
