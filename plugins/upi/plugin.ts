import { dayOf, isoTime } from '@inaam/server/platform/format.ts';
import type { Plugin } from '../plugin.ts';

/** `serve` takes ids that it cannot open; `deliver` alone pays; people in the console decide. */
export const upi = {
  name: 'upi',
  rights: {
    upi_campaign: {
      inaam_serve: 'select (campaign, amounts, key_id, public_key)',
      inaam_deliver: 'select, insert, update',
      inaam_operator: 'select',
      inaam_console: 'select (campaign, amounts, balance, balance_at, problem, hooked_at)',
    },
    upi_debt: {
      inaam_serve: 'select (campaign, pseudonym, is_bonus, amount, state, until, why)',
      inaam_deliver: 'select, update',
      inaam_operator: 'select',
      inaam_console: 'select',
      inaam_audit: 'select',
    },
    upi_request: {
      inaam_serve:
        'select (id, campaign, pseudonym, user_key, asked_at, masked, state, name_masked, confirmed_at, is_voucher), insert (campaign, pseudonym, user_key, asked_at, id_sealed, id_index, masked, next_at, is_voucher, state), update (confirmed_at)',
      inaam_deliver: 'select, update, delete',
      inaam_console: 'select (id, campaign, pseudonym, asked_at, masked, state, confirmed_at)',
    },
    upi_payout: {
      inaam_serve: 'select (campaign, pseudonym, is_bonus, attempt, masked, state, cause, utr)',
      inaam_deliver: 'select, insert, update',
      inaam_operator: 'select, update (next_at)',
      inaam_console:
        'select (transfer, campaign, pseudonym, is_bonus, amount, attempt, masked, state, cause, reference, utr, started_at, ended_at, next_at)',
      inaam_audit: 'select (transfer, campaign, pseudonym, is_bonus, amount, state, started_at)',
    },
    upi_event: {
      inaam_serve: 'select (id, campaign), insert (campaign, at, sealed)',
      inaam_deliver: 'select, update (campaign), delete',
      inaam_operator: 'select (campaign, at)',
    },
  },
  owned: { decide_upi: ['inaam_console'] },
  retention: {
    upiEvents: { tables: ['upi_event'], days: 7, age: 'at' },
  },
  exported: {
    payouts: {
      columns: {
        pseudonym: `encode(pseudonym, 'hex')`,
        amount: 'amount',
        attempt: 'attempt',
        state: 'state',
        cause: 'cause',
        reference: 'reference',
        started_at: isoTime('started_at'),
        day: dayOf('started_at', '$4'),
      },
      at: 'started_at',
      from: 'inaam.upi_payout where campaign = $1',
    },
  },
  auditWords: {
    'console upi pay': 'Let a reward be paid on UPI',
    'console upi voucher': 'Sent a voucher instead of a payment',
    'payouts reconcile': 'Compared payouts with a statement',
  },
  groups: { payouts: 'Payments on UPI.' },
  commands: {
    'Payments on UPI': {
      'payouts reconcile': {
        summary: 'compare what was paid with the provider’s statement',
        load: async () => (await import('./server/reconcile.command.ts')).addReconcile,
      },
    },
  },
} satisfies Partial<Plugin>;
