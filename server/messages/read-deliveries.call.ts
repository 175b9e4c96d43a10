import { lateDays } from './delivery-limits.rules.ts';
import {
  readDebtsByDay,
  readReasons,
  readNewestFailed,
  readOldestDebts,
  type DebtExample,
} from '../figures/delivery-debts.sql.ts';
import { readOnly } from '../database/read-only.ts';
import { countHeld } from '../review/figures.sql.ts';
import type { ConsoleHandler } from '../console/context.ts';
import { countResendable, resendVouchers } from '../vouchers/voucher-debts.sql.ts';
import { ConsoleRefusal } from '../console/refusal.ts';
import { campaignAheadMs } from '../platform/period.rules.ts';
import { auditOf } from '../console/audit-words.ts';

/** Counting stops here for each kind or reason. */
const countMax = 3000;
const heldMax = 1000;
/** Limits a provider that gives a different reason each time. */
const reasonsMax = 100;

export const readDeliveries: ConsoleHandler<'readDeliveries'> = async ({
  database,
  clocks,
  campaign,
}) => {
  const now = clocks.wall();
  const found = await readOnly(database, async (connection) => ({
    debts: await readDebtsByDay(connection, campaign.id, { now, max: countMax }),
    reasons: await readReasons(connection, campaign.id, { reasonsMax, countMax: countMax + 1 }),
    held: await countHeld(connection, campaign.id, heldMax + 1),
  }));
  return {
    at: Math.round(clocks.campaign()),
    days: lateDays,
    debts: found.debts.days,
    held: Math.min(found.held.held, heldMax),
    heldIsMore: found.held.held > heldMax,
    countedMax: found.debts.isAll ? null : countMax,
    reasons: found.reasons.map(({ reason, count }) => ({
      reason,
      count: Math.min(count, countMax),
      isMore: count > countMax,
    })),
  };
};

/** The default of `operator deliveries resend`. */
const resendAtOnce = 1000;
const countedMax = 3000;

export const countResend: ConsoleHandler<'countResend'> = async (context, { failure }) => {
  const { database, campaign, smsPaise } = context;
  const chosen = { reason: failure };
  const found = await countResendable(database, campaign.id, chosen, countedMax + 1);
  if (found === 0) throw new ConsoleRefusal('refused', noneCanBeSent);
  const count = Math.min(found, resendAtOnce);
  return {
    count,
    left: Math.min(found, countedMax) - count,
    isMore: found > countedMax,
    rupees: (count * smsPaise) / 100,
  };
};

const noneCanBeSent =
  'No voucher that failed for this reason can be sent again: they are being sent already, were sent too often, or their winners erased their data.';

const dayMs = 86_400_000;
const max = 50;

export const readDebtExamples: ConsoleHandler<'readDebtExamples'> = async (
  { database, clocks, campaign },
  { failure },
) => {
  const now = clocks.wall();
  const aheadMs = campaignAheadMs(clocks);
  const before = now - lateDays.warning * dayMs;
  const found = await readOnly(database, async (connection) => ({
    late: await readOldestDebts(connection, campaign.id, { before, max }),
    failed: await readNewestFailed(connection, campaign.id, { reason: failure, max }),
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
  { failure, count: max, reason },
  signedIn,
) => {
  const { database, campaign } = context;
  const chosen = { reason: failure };
  const command = 'console deliveries resend';
  const audit = auditOf(context, signedIn, { reason, command, details: chosen });
  const count = await resendVouchers(database, campaign.id, chosen, {
    max,
    now: audit.operator.at,
    auditOf: (resent) => ({ ...audit, details: { ...chosen, count: resent } }),
  });
  if (count === 0) throw new ConsoleRefusal('refused', noneCanBeSent);
  const what = count === 1 ? '1 voucher is' : `${count} vouchers are`;
  return { count, message: `${what} sent again: the same code, to the same number.` };
};
