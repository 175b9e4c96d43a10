import type { ServerCampaign, Sms } from '@inaam/campaigns/loader/server-campaign.ts';
import { fillSmsSettings } from '@inaam/campaigns/sms/sms-template.ts';
import type { Keys } from '../keys/keys.ts';
import type { Sealer } from '../keys/seal.ts';
import { codeLifetimeMs } from '../rules/rate-limits.ts';
import type { SmsProvider } from '../sms/provider.ts';
import type { Database } from '../storage/database.ts';
import {
  failMessages,
  expireMessages,
  readCodeMessages,
  recordAttempts,
} from '../storage/messages/messages.ts';
import { assignVouchers } from '../storage/messages/voucher-assignment.ts';
import { throttle } from './throttle.ts';

type Line = (facts: Readonly<Record<string, string | number | boolean>>, sentence: string) => void;

/** Never log personal data. */
type DeliveryLog = { info: Line; warn: Line; error: Line };

/** `ended`: already finished, or unknown; `again`: will be retried. */
export type JobOutcome = 'sent' | 'failed' | 'lapsed' | 'ended' | 'again';

type JobDone = { kind: 'otp' | 'voucher'; outcome: JobOutcome; seconds: number };

/** What the alarms have seen, for the metrics. */
export type Watched =
  /** Vouchers that have been owed for longer than these days. */
  | { of: 'overdue'; days: number; count: number }
  /** How long the stock of an amount (rupees) lasts; null: nothing is asked for. */
  | { of: 'stock'; amount: number; daysLeft: number | null };

export type DeliveryDependencies = {
  database: Database;
  campaign: ServerCampaign;
  keys: Pick<Keys, 'open'> & { vouchers: Pick<Sealer, 'open'> };
  /** ms */
  clocks: { wall: () => number; campaign: () => number };
  provider: SmsProvider;
  log: DeliveryLog;
  onJob?: (job: JobDone) => void;
  onWatch?: (seen: Watched) => void;
  /** Host name of the site, to bind codes to it (WebOTP). */
  host: string;
};

export const intervals = {
  /** Fallback for a missed NOTIFY. */
  pollMs: 500,
  beatMs: 10_000,
  /** With heartbeat and poll, the jobs of a dead worker are released within 60 s. */
  silentMs: 45_000,
  /**
   * Longer than any job can wait, and then take: 40 s with the database and the provider at their
   * limits.
   */
  lockMs: 60_000,
  /** How long a locked job may wait in this process before another one can take it. */
  waitMs: 5000,
  /** Jobs that end in this time are completed together. They were recorded before. */
  completeMs: 20,
  cleanupMs: 60_000,
  /** After this it is unknown whether the provider accepted the message. */
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
    /** At most once a minute per key: an outage fails thousands of jobs. */
    report: throttle(reportIntervalMs, clocks.wall),
    storage: {
      readCodeMessages: readCodeMessages(database, campaign.id),
      recordCodeAttempts: recordAttempts(database, campaign.id),
      // In batches of their own: codes never wait for rows that vouchers have locked.
      recordVoucherAttempts: recordAttempts(database, campaign.id),
      expireMessages: expireMessages(database, campaign.id),
      failMessages: failMessages(database, campaign.id),
      assignVouchers: assignVouchers(database, campaign.id),
    },
  };
}
