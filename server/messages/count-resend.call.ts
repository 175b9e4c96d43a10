import { countResendable } from '../vouchers/voucher-debts.sql.ts';
import type { ConsoleHandler } from '../console/context.ts';
import { ConsoleRefusal } from '../console/refusal.ts';

/** The default of `operator deliveries resend`. */
const resendAtOnce = 1000;
const countedMost = 3000;

export const countResend: ConsoleHandler<'countResend'> = async (context, { reason }) => {
  const { database, campaign, smsPaise } = context;
  const chosen = { reason };
  const found = await countResendable(database, campaign.id, chosen, countedMost + 1);
  if (found === 0) throw new ConsoleRefusal('refused', noneCanBeSent);
  const count = Math.min(found, resendAtOnce);
  return {
    count,
    left: Math.min(found, countedMost) - count,
    isMore: found > countedMost,
    rupees: (count * smsPaise) / 100,
  };
};

export const noneCanBeSent =
  'No voucher that failed for this reason can be sent again: they are being sent already, were sent too often, or their winners erased their data.';
