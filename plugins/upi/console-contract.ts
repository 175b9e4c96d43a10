// The calls of the console about payments on UPI.
import * as z from 'zod/mini';

const count = z.int();
const at = z.int();
const row = z.object({
  message: z.string(),
  pseudonym: z.string(),
  amount: count,
  state: z.enum(['open', 'paying', 'paid', 'voucher', 'ended']),
  /** A sentence without a full stop: what is known, and what to do. */
  status: z.string(),
  masked: z.string(),
  at,
  reference: z.string(),
  may: z.array(z.enum(['pay', 'voucher'])),
});

export const upiConsole = {
  readPayouts: {
    path: 'payouts',
    may: ['manager', 'auditor', 'support'],
    isRefreshed: true,
    fields: z.object({}),
    answer: z.object({
      at,
      amounts: z.array(count),
      balance: z.nullable(z.number()),
      /** How many days it lasts; null: nothing is asked for. */
      daysLeft: z.nullable(z.number()),
      problem: z.nullable(
        z.object({ level: z.enum(['act', 'look']), text: z.string(), todo: z.string() }),
      ),
      /** Of the last hundred, those that need somebody first. */
      rows: z.array(row),
      counts: z.object({ open: count, paying: count, paid: count, voucher: count }),
    }),
  },
  decidePayout: {
    path: 'payouts/decide',
    may: ['manager'],
    fields: z.object({
      message: z.uuid(),
      action: z.enum(['pay', 'voucher']),
      reason: z.string().check(z.minLength(1), z.maxLength(200)),
    }),
    answer: z.object({ message: z.string() }),
  },
} as const;
