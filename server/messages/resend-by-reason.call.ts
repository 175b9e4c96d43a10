import { resendVouchers } from '../vouchers/voucher-debts.sql.ts';
import type { ConsoleHandler } from '../console/context.ts';
import { ConsoleRefusal } from '../console/refusal.ts';
import { noneCanBeSent } from './count-resend.call.ts';
import { operatorOf } from '../console/audit-entry.ts';

export const resendByReason: ConsoleHandler<'resendByReason'> = async (
  context,
  { reason, count: most, why },
  signedIn,
) => {
  const { database, campaign } = context;
  const operator = operatorOf(context, signedIn, why);
  const chosen = { reason };
  const count = await resendVouchers(database, campaign.id, chosen, {
    most,
    now: operator.at,
    auditOf: (resent) => ({
      campaign: campaign.id,
      command: 'console deliveries resend',
      operator,
      details: { ...chosen, count: resent },
    }),
  });
  if (count === 0) throw new ConsoleRefusal('refused', noneCanBeSent);
  const what = count === 1 ? '1 voucher is' : `${count} vouchers are`;
  return { count, message: `${what} sent again: the same code, to the same number.` };
};
