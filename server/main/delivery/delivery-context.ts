import type { ServerCampaign, Sms } from '@inaam/campaigns/loader/server-campaign.ts';
import { fillSmsSettings } from '@inaam/campaigns/sms/sms-template.ts';
import type { Keys } from '../../platform/keys.ts';
import type { Sealer } from '../../platform/seal.ts';
import { workerSilentMs } from '../../messages/delivery-limits.rules.ts';
import { codeLifetimeMs } from '../../codes/rate-limits.rules.ts';
import { createPath, type SmsPathOptions } from '../../sms/paths/sms-path.ts';
import type { Database } from '../../database/database.ts';
import {
  failMessages,
  expireMessages,
  readCodeMessages,
  recordAttempts,
} from '../../messages/messages.sql.ts';
import { readUncertainPaths } from '../../messages/uncertain-paths.sql.ts';
import { assignVouchers } from '../../vouchers/voucher-assignment.sql.ts';
import { recordEndedJobs } from '../../review/ended-jobs.sql.ts';
import { createCatchUp } from './catch-up.ts';
import { createReview } from '../../review/review-later.ts';
import type { CodeCeiling } from '../../messages/code-ceiling.ts';
import { throttle } from '../../platform/throttle.ts';

type Line = (facts: Readonly<Record<string, string | number | boolean>>, sentence: string) => void;

/** Never log personal data. */
type DeliveryLog = { info: Line; warn: Line; error: Line };

/** `ended`: already finished, or unknown; `again`: will be retried; `later`: may not go out yet. */
export type JobOutcome = 'sent' | 'failed' | 'lapsed' | 'ended' | 'again' | 'later';

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
  keys: Pick<Keys, 'open' | 'reviewSource'> & { vouchers: Pick<Sealer, 'open'> };
  /** ms */
  clocks: { wall: () => number; campaign: () => number };
  /** The first that sends a kind of message is tried first. */
  paths: readonly SmsPathOptions[];
  log: DeliveryLog;
  onJob?: (job: JobDone) => void;
  onWatch?: (seen: Watched) => void;
  /** Host name of the site, to bind codes to it (WebOTP). */
  host: string;
  /** Left out: as many codes as there are. */
  codeCeiling?: CodeCeiling;
};

export const intervals = {
  /** Fallback for a missed NOTIFY. */
  pollMs: 500,
  beatMs: 10_000,
  silentMs: workerSilentMs,
  /**
   * Longer than any job can wait, and then take: 53 s with the database and two SMS paths at their
   * limits.
   */
  lockMs: 60_000,
  /** How long a locked job may wait in this process before another one can take it. */
  waitMs: 5000,
  /** Jobs that end in this time are completed together. They were recorded before. */
  completeMs: 20,
  /** How long a pool of workers may still take to end when all its workers have stopped. */
  endMs: 5000,
  cleanupMs: 60_000,
  /** How often vouchers that wait after an outage are brought forward. */
  catchUpMs: 2000,
  /** How often delivery receipts are applied. */
  receiptMs: 1000,
  /** How often the console's figures are brought up to date. */
  rollupMs: 2000,
  /** How soon a rule of the review holds vouchers, and those that wait for it are measured. */
  reviewMs: 2000,
  /** After this it is unknown whether the provider accepted the message. */
  sendMs: 5000,
  /** How long a message may wait for its turn on a path. */
  placeMs: 4000,
};

export type Intervals = typeof intervals;

export type DeliveryContext = ReturnType<typeof createDeliveryContext>;

const reportIntervalMs = 60_000;

export function createDeliveryContext(
  dependencies: DeliveryDependencies,
  times: Pick<Intervals, 'sendMs' | 'placeMs'>,
) {
  const { database, campaign, clocks, host, log } = dependencies;
  const sms: Sms = {
    ...campaign.sms,
    otp: fillSmsSettings(campaign.sms.otp, { host, minutes: codeLifetimeMs / 60_000 }),
  };
  return {
    ...dependencies,
    sms,
    paths: dependencies.paths.map((path) =>
      createPath(path, times, (isResting) => logResting(log, path.name, isResting)),
    ),
    catchUp: createCatchUp(dependencies),
    review: createReview(dependencies),
    /** At most once a minute per key: an outage fails thousands of jobs. */
    report: throttle(reportIntervalMs, clocks.wall),
    storage: {
      readCodeMessages: readCodeMessages(database, campaign.id),
      recordCodeAttempts: recordAttempts(database, campaign.id),
      recordVoucherAttempts: recordAttempts(database, campaign.id),
      expireMessages: expireMessages(database, campaign.id),
      failMessages: failMessages(database, campaign.id),
      assignVouchers: assignVouchers(database, campaign.id),
      recordEndedJobs: recordEndedJobs(database, campaign.id),
      readUncertainPaths: readUncertainPaths(database, campaign.id),
    },
  };
}

function logResting(log: DeliveryLog, path: string, isResting: boolean): void {
  if (isResting) {
    log.warn({ path }, 'An SMS path fails and is given a rest. Codes take the next path, if any.');
  } else log.info({ path }, 'An SMS path works again.');
}
