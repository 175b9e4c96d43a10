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
    reason: 'another code may be requested until then',
  },
  challenges: {
    tables: ['challenge'],
    days: 7,
    since: 'the registration',
    reason: 'limits of a day, and a week that shows an attack',
  },
  devices: {
    tables: ['device_limits'],
    days: 30,
    since: 'the first request, unless there was one in the last day',
    reason: 'the limits of a device are a day long',
  },
  numbers: {
    tables: ['mobile_limits'],
    days: 30,
    since: 'the end of the programme',
    reason: 'limits and block hold for the whole programme',
  },
  tokens: {
    tables: ['token'],
    days: 7,
    since: 'the end of the session',
    reason: 'links a device, and a keyed hash of its network, with a number',
  },
  personalData: {
    tables: ['personal_data'],
    days: year + 90,
    since: 'the verification, never before the voucher is sent',
    reason: 'a voucher is valid for a year; complaints take time',
  },
  codeMessages: {
    tables: ['message', 'message_part', 'delivery'],
    days: year,
    since: 'the request, of one-time codes',
    reason: 'traffic data (DPDP Rules 2025)',
  },
  withdrawals: {
    tables: ['withdrawal'],
    days: 0,
    since: 'the voucher that was owed is sent; then the person is erased',
    reason: 'to erase the person as soon as nothing is owed',
  },
  erasures: {
    tables: ['erasure_receipt'],
    days: 2,
    since: 'the erasure',
    reason: 'to repeat a lost answer; nothing in it leads to a number',
  },
  reviewTraces: {
    tables: ['review_trace'],
    days: 8,
    since: 'the verification',
    reason: 'review rules look back a week; devices, networks and blocks are keyed hashes',
  },
  reviewClusters: {
    tables: ['review_cluster', 'review_member'],
    days: 60,
    since: 'the verification, of those who were noticed; never while their voucher is held',
    reason: 'to decide about vouchers, answer complaints and try a rule on the past',
  },
  mailbox: {
    tables: ['mailbox'],
    days: 30,
    since: 'the message was stored',
    reason: 'replaces phones where there is no SMS provider',
  },
  receipts: {
    tables: ['sms_receipt'],
    days: 7,
    since: 'it came, if no message was found for it',
    reason: 'one may come before the provider’s answer, and for days; numbers are keyed hashes',
  },
  webhookEvents: {
    tables: ['webhook_event'],
    days: 30,
    since: 'it was queued, if the receiver has not taken it; what it has taken is deleted at once',
    reason: 'pseudonym, amount and time, for a receiver that is away',
  },
  visits: {
    tables: ['visit'],
    days: year,
    since: 'the visit',
    reason: 'traffic data (DPDP Rules 2025)',
  },
  sources: {
    tables: ['rollup'],
    days: year,
    since: 'the day of the visits, of how many came by which link',
    reason: 'anybody may write anything into a link; the total is kept',
  },
  consents: {
    tables: ['consent'],
    days: 3 * year,
    since: 'the answer',
    reason: 'proof of consent or withdrawal, while a claim can be made',
  },
  counters: {
    tables: ['send_counter'],
    days: 0,
    since: 'it counts no more (two days at the most)',
    reason: 'ceilings of codes and visitors; addresses and blocks are keyed hashes',
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
      'message_part',
      'delivery',
      'commitment',
      'amendment',
      'proposal',
      'proposal_end',
      'reveal',
      'law',
    ],
    days: undefined,
    since: 'the campaign is deleted, of vouchers',
    reason:
      'one reward per number, and a draw that can be checked; no shopper’s name or number; approvers are named',
  },
  figures: {
    tables: ['rollup', 'rollup_change', 'figure_change', 'figure_progress'],
    days: undefined,
    since: 'the campaign is deleted',
    reason: 'counts for the console; nothing about a person',
  },
  audit: {
    tables: ['audit'],
    days: undefined,
    since: 'the campaign is deleted',
    reason: 'who looked at or changed what; numbers are keyed indexes',
  },
  colleagues: {
    tables: ['console_account', 'console_invitation', 'console_passkey', 'console_identity'],
    days: undefined,
    since: 'the campaign is deleted',
    reason: 'names in the audit log; public keys, and keyed hashes of single sign-on identities',
  },
  signIns: {
    tables: ['console_session', 'console_challenge', 'console_try'],
    days: undefined,
    since: 'the next sign-in after they ended (12 hours, 5 to 15 minutes)',
    reason: 'console sessions and failed attempts; addresses are keyed hashes',
  },
  program: {
    tables: [
      'migration',
      'worker',
      'site_process',
      'process',
      'webhook',
      'review_rule',
      'secret_check',
      'sms_unread',
    ],
    days: undefined,
    since: 'they are replaced',
    reason: 'what the programs need; nothing about a person',
  },
} as const satisfies Record<string, Retention>;

const dayMs = 86_400_000;

/** @returns the time (ms) up to which data of this kind is due for deletion */
export function dueBefore(kind: keyof typeof retention, now: number): number {
  const { days }: Retention = retention[kind];
  return days === undefined ? Number.NEGATIVE_INFINITY : now - days * dayMs;
}
