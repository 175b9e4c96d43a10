import { lateDays } from './delivery-limits.rules.ts';
import {
  readDebtsByDay,
  readReasons,
  readNewestFailed,
  readOldestDebts,
  type DebtExample,
} from '../figures/delivery-debts.sql.ts';
import { readOnly } from '../database/read-only.sql.ts';
import { countHeld } from '../review/figures.sql.ts';
import type { ConsoleHandler } from '../console/context.ts';
import { countResendable, resendVouchers } from '../vouchers/voucher-debts.sql.ts';
import { ConsoleRefusal } from '../console/refusal.ts';
import { campaignAheadMs } from '../platform/period.rules.ts';
import { operatorOf } from '../console/audit-words.ts';

/** Counting stops here for each kind or reason. */
const countMost = 3000;
const heldMost = 1000;
/** Limits a provider that gives a different reason each time. */
const reasonsMost = 100;

export const readDeliveries: ConsoleHandler<'readDeliveries'> = async ({
  database,
  clocks,
  campaign,
}) => {
  const now = clocks.wall();
  const found = await readOnly(database, async (connection) => ({
    debts: await readDebtsByDay(connection, campaign.id, { now, most: countMost }),
    reasons: await readReasons(connection, campaign.id, { reasonsMost, countMost: countMost + 1 }),
    held: await countHeld(connection, campaign.id, heldMost + 1),
  }));
  return {
    at: Math.round(clocks.campaign()),
    days: lateDays,
    debts: found.debts.days,
    held: Math.min(found.held.held, heldMost),
    heldIsMore: found.held.held > heldMost,
    countedMost: found.debts.isAll ? null : countMost,
    reasons: found.reasons.map(({ reason, count }) => ({
      reason,
      count: Math.min(count, countMost),
      isMore: count > countMost,
    })),
  };
};

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

const noneCanBeSent =
  'No voucher that failed for this reason can be sent again: they are being sent already, were sent too often, or their winners erased their data.';

const dayMs = 86_400_000;
const most = 50;

export const readDebtExamples: ConsoleHandler<'readDebtExamples'> = async (
  { database, clocks, campaign },
  { reason },
) => {
  const now = clocks.wall();
  const aheadMs = campaignAheadMs(clocks);
  const before = now - lateDays.warning * dayMs;
  const found = await readOnly(database, async (connection) => ({
    late: await readOldestDebts(connection, campaign.id, { before, most }),
    failed: await readNewestFailed(connection, campaign.id, { reason, most }),
  }));
  const debtOf = ({ message, pseudonym, amount, owedAt, reason: given }: DebtExample) => ({
    message,
    pseudonym,
    amount,
    owedAt: owedAt + aheadMs,
    reason: given,
  });
  return {
    late: found.late.map((one) => ({
      ...debtOf(one),
      days: Math.floor((now - one.owedAt) / dayMs),
      state: one.state,
    })),
    failed: found.failed.map((one) => ({
      ...debtOf(one),
      sends: one.sends,
      resends: one.resends,
    })),
  };
};

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
