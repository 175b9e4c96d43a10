// Which tables are deleted by age, and when. docs/reference/personal-data.md says from which event
// on, and why; a test compares it with this and with the tables of the database.
import { dayMs } from '../platform/period.rules.ts';

const year = 365;

/** 0: as soon as it is of no use. */
export const retention = {
  codes: { tables: ['code_request.code_sealed', 'message.code_sealed'], days: 0 },
  registrations: {
    tables: ['code_request.mobile_sealed', 'code_request.registration_sealed'],
    days: 0,
  },
  codeRequests: { tables: ['code_request'], days: 7 },
  devices: { tables: ['device_limits'], days: 30 },
  numbers: { tables: ['mobile_limits'], days: 30 },
  tokens: { tables: ['token'], days: 7 },
  personalData: { tables: ['personal_data'], days: year + 90 },
  codeMessages: { tables: ['message', 'delivery'], days: year },
  withdrawals: { tables: ['withdrawal'], days: 0 },
  erasures: { tables: ['erasure_receipt'], days: 2 },
  mailbox: { tables: ['mailbox'], days: 30 },
  receipts: { tables: ['sms_receipt'], days: 7 },
  visits: { tables: ['visit'], days: year },
  sources: { tables: ['figure_part'], days: year },
  consents: { tables: ['consent'], days: 3 * year },
  counters: { tables: ['send_counter'], days: 0 },
  proofs: { tables: ['used_proof'], days: 0 },
} as const satisfies Record<string, { tables: readonly string[]; days: number }>;

/** @returns the time (ms) up to which data that is kept so long is due for deletion */
export const dueAfter = (days: number, now: number): number => now - days * dayMs;

export const dueBefore = (kind: keyof typeof retention, now: number): number =>
  dueAfter(retention[kind].days, now);
