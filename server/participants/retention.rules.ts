// What is stored, for how long and why. docs/reference/personal-data.md shows the same table; a
// test compares both with each other and with the tables of the database.

/** `days` undefined: not deleted by age. */
export type Retention = {
  tables: readonly string[];
  days: number | undefined;
  /** The event that the days are counted from, or that ends the storage if age does not. */
  since: string;
  reason: string;
};

const year = 365;

export const retention = {
  codes: {
    tables: ['challenge.code_sealed', 'message.code_sealed'],
    days: 0,
    since: 'the code expired or was used',
    reason: 'to send it once more',
  },
  registrations: {
    tables: ['challenge.mobile_sealed', 'challenge.registration_sealed'],
    days: 0,
    since: 'the code was used (2 minutes), or expired (2 hours)',
    reason: 'another code may be requested',
  },
  challenges: {
    tables: ['challenge'],
    days: 7,
    since: 'the registration',
    reason: 'daily limits, and a week that shows an attack',
  },
  devices: {
    tables: ['device_limits'],
    days: 30,
    since: 'the first request, if none was in the last day',
    reason: 'limits of a device',
  },
  numbers: {
    tables: ['mobile_limits'],
    days: 30,
    since: 'the end of the programme',
    reason: 'limits and block for the programme',
  },
  tokens: {
    tables: ['token'],
    days: 7,
    since: 'the end of the session',
    reason: 'links a device and its network’s keyed hash with a number',
  },
  personalData: {
    tables: ['personal_data'],
    days: year + 90,
    since: 'the verification, never before the voucher is sent',
    reason: 'vouchers are valid for a year; complaints take time',
  },
  codeMessages: {
    tables: ['message', 'delivery'],
    days: year,
    since: 'the request, of one-time codes',
    reason: 'traffic data (DPDP Rules 2025)',
  },
  withdrawals: {
    tables: ['withdrawal'],
    days: 0,
    since: 'the owed voucher is sent; then the person is erased',
    reason: 'to erase the person then',
  },
  erasures: {
    tables: ['erasure_receipt'],
    days: 2,
    since: 'the erasure',
    reason: 'to repeat a lost answer; leads to no number',
  },
  reviewTraces: {
    tables: ['review_trace'],
    days: 8,
    since: 'the verification',
    reason: 'review rules look back a week; keyed hashes',
  },
  reviewClusters: {
    tables: ['review_cluster', 'review_member'],
    days: 60,
    since: 'the verification of who was noticed; never while a voucher is held',
    reason: 'decisions about vouchers, complaints, trying a rule',
  },
  mailbox: {
    tables: ['mailbox'],
    days: 30,
    since: 'the message was stored',
    reason: 'replaces phones without an SMS provider',
  },
  receipts: {
    tables: ['sms_receipt'],
    days: 7,
    since: 'it came, if its message was not found',
    reason: 'may come before the provider’s answer; keyed hashes',
  },
  webhookEvents: {
    tables: ['webhook_event'],
    days: 30,
    since: 'it was queued; at once when it was taken',
    reason: 'pseudonym, amount, time, for a receiver that is away',
  },
  visits: {
    tables: ['visit'],
    days: year,
    since: 'the visit',
    reason: 'traffic data (DPDP Rules 2025)',
  },
  sources: {
    tables: ['figure_part'],
    days: year,
    since: 'the day, counted by link',
    reason: 'a link may contain anything; the total is kept',
  },
  consents: {
    tables: ['consent'],
    days: 3 * year,
    since: 'the answer',
    reason: 'proof of consent or withdrawal',
  },
  counters: {
    tables: ['send_counter'],
    days: 0,
    since: 'it counts no more (two days at most)',
    reason: 'ceilings of codes and visitors; keyed hashes',
  },
  proofs: {
    tables: ['used_proof'],
    days: 0,
    since: 'its challenge expired (5 minutes)',
    reason: 'a proof of work is good for one code',
  },
  accounts: {
    tables: [
      'participant',
      'reward',
      'ledger',
      'budget',
      'deck',
      'head',
      'admission',
      'voucher',
      'voucher_batch',
      'review_hold',
      'message',
      'delivery',
      'commitment',
      'amendment',
      'reveal',
      'law',
      'pack_batch',
      'pack_code',
      'pack_use',
      'question',
    ],
    days: undefined,
    since: 'the campaign is deleted, of vouchers',
    reason: 'one reward per number and pack, a draw that can be checked',
  },
  figures: {
    tables: ['rollup', 'figure_change', 'figure_progress', 'pack_refusal'],
    days: undefined,
    since: 'the campaign is deleted',
    reason: 'counts; nothing about a person',
  },
  audit: {
    tables: ['audit'],
    days: undefined,
    since: 'the campaign is deleted',
    reason: 'who looked at or changed what; keyed indexes of numbers',
  },
  colleagues: {
    tables: [
      'console_account',
      'console_role',
      'console_invitation',
      'console_passkey',
      'console_identity',
      'campaign_draft',
      'alert_recipient',
    ],
    days: undefined,
    since: 'the campaign is deleted',
    reason: 'names in the audit log; public keys; keyed hashes; sealed addresses of alerts',
  },
  signIns: {
    tables: ['console_session', 'console_challenge', 'console_try'],
    days: undefined,
    since: 'the next sign-in after they ended (12 hours, 5 to 15 minutes)',
    reason: 'sessions and failed attempts; keyed hashes of addresses',
  },
  program: {
    tables: [
      'migration',
      'alert',
      'alert_notice',
      'alert_turn',
      'process',
      'webhook',
      'review_rule',
      'secret_check',
      'sms_unread',
    ],
    days: undefined,
    since: 'they are replaced',
    reason: 'nothing about a person',
  },
} as const satisfies Record<string, Retention>;

const dayMs = 86_400_000;

/** @returns the time (ms) up to which data of this kind is due for deletion */
export function dueBefore(kind: keyof typeof retention, now: number): number {
  const { days }: Retention = retention[kind];
  return days === undefined ? Number.NEGATIVE_INFINITY : now - days * dayMs;
}
