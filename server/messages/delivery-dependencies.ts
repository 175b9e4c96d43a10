import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { Sms } from '@inaam/campaigns/schema/folder-schema.ts';
import type { Database } from '../database/database.ts';
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

export type Watched =
  /** Vouchers that have been owed for longer than these days. */
  | { kind: 'overdue'; days: number; count: number }
  /** How long the stock of an amount (rupees) lasts; null: nothing is asked for. */
  | { kind: 'stock'; amount: number; daysLeft: number | null };

export type DeliveryDependencies = {
  database: Database;
  campaign: ServerCampaign;
  keys: Pick<Keys, 'open' | 'sourceHash' | 'mobileIndex' | 'blindIndex' | 'ringOf'> & {
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
  watches?: readonly VoucherWatch[];
};

export type VoucherWatch = {
  /** Then each voucher is measured before it is taken. */
  mayHold: () => boolean;
  measure: (messageId: string) => Promise<void>;
  /** Measures one that was taken already. */
  postpone: (messageId: string) => void;
  stop: () => Promise<void>;
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
  /** Fallback for a missed notification: it looks sooner if it knows of a message that is due. */
  pollMs: 1000,
  cleanupMs: 60_000,
  /** How often vouchers that wait after an outage are rescheduled. */
  receiptMs: 2000,
  rollupMs: 5000,
  /** Beyond this it is unknown whether the provider accepted the message. */
  sendMs: 5000,
  /** How long a message may wait for its turn on a path. */
  placeMs: 4000,
};

export type Intervals = typeof intervals;
