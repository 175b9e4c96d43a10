import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { Sms } from '@inaam/campaigns/schema/folder-schema.ts';
import type { Database } from '../database/database.ts';
import type { Variables } from '../operator/settings/read-settings.ts';
import type { Finding } from '../platform/finding.ts';
import type { Ceiling } from './delivery-limits.rules.ts';
import type { Keys } from '../platform/keys.ts';
import type { Sealer } from '../platform/seal.ts';
import type { SmsPath, SmsPathOptions } from '../sms/paths/sms-path.ts';

type Line = (facts: Readonly<Record<string, string | number | boolean>>, sentence: string) => void;

/** Never log personal data. */
export type DeliveryLog = { info: Line; warn: Line; error: Line };

/** `ended`: already finished, or held; `again`: retried; `later`: may not be sent yet. */
export type MessageOutcome = 'sent' | 'failed' | 'lapsed' | 'ended' | 'again' | 'later';

type JobDone = { kind: 'otp' | 'voucher'; outcome: MessageOutcome; seconds: number };

/** What the alarms have seen, for the metrics. */
export type Watched =
  /** Vouchers that have been owed for longer than these days. */
  | { kind: 'overdue'; days: number; count: number }
  /** How long the stock of an amount (rupees) lasts; null: nothing is asked for. */
  | { kind: 'stock'; amount: number; daysLeft: number | null };

export type DeliveryDependencies = {
  database: Database;
  campaign: ServerCampaign;
  keys: Pick<Keys, 'open' | 'reviewSource' | 'mobileIndex' | 'packIndex' | 'packCode'> & {
    vouchers: Pick<Sealer, 'open'>;
  };
  /** ms */
  clocks: { wall: () => number; campaign: () => number };
  /** The first path that sends a kind of message is tried first. */
  paths: readonly SmsPathOptions[];
  log: DeliveryLog;
  onJob?: (job: JobDone) => void;
  onWatch?: (seen: Watched) => void;
  /** Host name of the site, to bind codes to it (WebOTP). */
  host: string;
  /** Omitted: no limits. */
  ceilings?: Record<'codes' | 'vouchers', Ceiling>;
};

/** What sends a message has. `Storage`: what it reads and writes. */
export type SendingContext<Storage> = Omit<DeliveryDependencies, 'paths'> & {
  paths: readonly SmsPath[];
  sms: Sms;
  /** Aborted once no message is sent any more: late answers are heard until then. */
  stopping: AbortController;
  storage: Storage;
};

export const intervals = {
  /** Fallback for a missed notification. */
  pollMs: 500,
  cleanupMs: 60_000,
  /** How often vouchers that wait after an outage are rescheduled. */
  receiptMs: 1000,
  rollupMs: 2000,
  /** How soon a review rule takes effect, and postponed vouchers are measured. */
  reviewMs: 2000,
  /** Beyond this it is unknown whether the provider accepted the message. */
  sendMs: 5000,
  /** How long a message may wait for its turn on a path. */
  placeMs: 4000,
};

export type Intervals = typeof intervals;

type PluginDependencies = Pick<DeliveryDependencies, 'database' | 'campaign' | 'clocks' | 'log'> & {
  /** The settings of `deliver`. */
  variables: Variables;
};

/** What a plugin adds to the programs; `plugins/server.ts` lists them. */
export type ServerPlugin = {
  /** Begins its work in `deliver`, beside the SMS. */
  start: (own: PluginDependencies) => Promise<{ stop(): Promise<void> }>;
  /** Its line of `doctor`. */
  check: {
    name: string;
    run: (database: Database, campaign: string, variables: Variables) => Promise<Finding>;
  };
  /** A metric of `deliver`. */
  gauge: {
    name: string;
    help: string;
    label: string;
    read: (database: Database, campaign: string) => Promise<Readonly<Record<string, number>>>;
  };
};
