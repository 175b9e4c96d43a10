// The calls about a reward that is paid on UPI.
import * as z from 'zod/mini';

const statusCode = z.int();

/**
 * `ask`: for an id. `checking`: whose it is. `confirm`: by a last tap. `form`, `wrong`: ask again.
 * `review`: people look at it. `voucher`: it comes instead.
 */
const stages = [
  'ask',
  'form',
  'checking',
  'wrong',
  'confirm',
  'sending',
  'review',
  'paid',
  'voucher',
] as const;

const payout = z.nullable(
  z.object({
    stage: z.enum(stages),
    /** Rupees. */
    amount: z.int(),
    /** The request that can be confirmed; 0: none. */
    request: z.int(),
    /** Masked, and empty if not known. */
    upiId: z.string(),
    name: z.string(),
    /** Of the bank; empty if it is not paid. */
    reference: z.string(),
    /** `YYYY-MM-DD`: a voucher is sent if nothing is paid by then. */
    by: z.string(),
  }),
);
export type Payout = NonNullable<z.infer<typeof payout>>;

const ofParticipants = { kind: 'signed', bearer: true } as const;
const answer = z.object({ statusCode, payout });

export const upiCalls = {
  getPayout: {
    ...ofParticipants,
    path: 'users/getPayout',
    fields: z.strictObject({}),
    answer,
  },
  askPayout: {
    ...ofParticipants,
    path: 'users/askPayout',
    /** Empty: the UPI id of the own number. */
    fields: z.strictObject({ upiId: z.string().check(z.maxLength(500)) }),
    answer,
  },
  decidePayout: {
    ...ofParticipants,
    path: 'users/decidePayout',
    /** 0: a voucher is wanted instead. */
    fields: z.strictObject({ request: z.int() }),
    answer,
  },
};
