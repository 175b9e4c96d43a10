// What `getDetails` says of the vouchers of a number. An unknown state is ignored.
import * as z from 'zod/mini';
import { catch as ifInvalid } from 'zod/mini';

const state = z.enum(['owed', 'late', 'sent', 'delivered', 'failed', 'settled', 'notSent']);
/**
 * `late` if it is owed beyond its day; `sent` to the provider; `delivered` only by the provider's
 * receipt.
 */
export type VoucherState = z.infer<typeof state>;

/** The last day by which a voucher is promised to arrive, `YYYY-MM-DD`. */
const by = ifInvalid(z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))), undefined);
/** In rupees. */
const otherVoucher = z.object({ amount: z.int(), state, by });
export type OtherVoucher = z.infer<typeof otherVoucher>;

export const vouchers = {
  /** Once there is a reward. */
  voucher: ifInvalid(z.optional(state), undefined),
  voucherBy: by,
  /** For a right answer. */
  bonus: ifInvalid(z.optional(otherVoucher), undefined),
  /** Of the number's other participations, the newest first. */
  others: ifInvalid(z.optional(z.array(otherVoucher)), undefined),
};
