import * as z from 'zod/mini';
import { consoleRoles } from '@inaam/contract/console/roles.ts';
import { reason } from '@inaam/contract/console/audit.ts';

const managers = ['manager'] as const;
/** By the campaign's clock, ms. */
const time = z.int();
const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));

/** What people can be alerted about, in this order. */
export const alertKinds = [
  'programSilent',
  'draw',
  'closed',
  'codesWaiting',
  'vouchersLate',
  'stock',
  'budget',
  'smsPrice',
  'purchasesRefused',
] as const;
export type AlertKind = (typeof alertKinds)[number];
const kind = z.enum(alertKinds);

/** Of a day in India; null: no daily report. */
const reportHour = z.nullable(z.int().check(z.minimum(0), z.maximum(23)));
const id = z.uuid();
const done = z.object({ message: z.string() });

export const recipientsMax = 50;

export const alerts = {
  readAlerts: {
    path: 'alerts',
    may: consoleRoles,
    isRefreshed: true,
    fields: z.object({}),
    answer: z.object({
      at: time,
      /** When `deliver` or `console` last looked; null: never. */
      checkedAt: z.nullable(time),
      /** The sender of e-mails; null: this console has no mail server. */
      mailFrom: z.nullable(z.string()),
      /** Those that go on, the worst first. */
      open: z.array(
        z.object({
          kind,
          level: z.enum(['look', 'act']),
          text: z.string(),
          todo: z.string(),
          since: time,
        }),
      ),
      /** In the order of their names. */
      recipients: z.array(
        z.object({
          id,
          name: z.string(),
          /** An e-mail address, in part unless a manager reads it. */
          target: z.string(),
          kinds: z.array(kind),
          reportHour,
          sentAt: z.nullable(time),
          failing: z.nullable(z.object({ since: time, why: z.string() })),
        }),
      ),
    }),
  },
  saveRecipient: {
    path: 'alerts/save',
    may: managers,
    fields: z.object({
      /** Null: a new one. */
      id: z.nullable(id),
      name: text(60),
      /** Null: as it is. */
      target: z.nullable(text(254)),
      kinds: z.array(kind).check(z.maxLength(alertKinds.length)),
      reportHour,
      reason,
    }),
    answer: done,
  },
  removeRecipient: {
    path: 'alerts/remove',
    may: managers,
    fields: z.object({ id, reason }),
    answer: done,
  },
  /** Sends a message at once. */
  testRecipient: {
    path: 'alerts/test',
    may: managers,
    fields: z.object({ id }),
    answer: z.object({ isTaken: z.boolean(), message: z.string() }),
  },
} as const;
