import { lateDays } from '../messages/delivery-limits.rules.ts';
import {
  readDebtsByDay,
  readReasons,
  readNewestFailed,
  readOldestDebts,
  type DebtExample,
} from './delivery-debts.sql.ts';
import { readOnly } from '../database/read-only.ts';
import type { ConsoleHandler } from '../console/context.ts';
import {
  countLeftOut,
  countResendable,
  readMessageFacts,
  resendVouchers,
  settleVoucher as settle,
} from '../vouchers/voucher-debts.sql.ts';
import { canArrive, meaningOf } from '../messages/failure-reasons.rules.ts';
import { ConsoleRefusal } from '../console/refusal.ts';
import { campaignAheadMs, dayMs, indianDay } from '../platform/period.rules.ts';
import { auditOf, operatorOf } from '../console/audit-words.ts';
import { readAmounts, readNewestBatches } from './stock-now.sql.ts';
import { readDrawInForce } from '../draw/ledger.sql.ts';
import { stockAlarm } from '../vouchers/voucher-validity.rules.ts';

/** Counting stops here for each kind or reason. */
const countMax = 3000;
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
  }));
  return {
    at: Math.round(clocks.campaign()),
    days: lateDays,
    debts: found.debts.days,
    countedMax: found.debts.isAll ? null : countMax,
    reasons: found.reasons.map(({ reason, count }) => ({
      reason,
      count: Math.min(count, countMax),
      isMore: count > countMax,
      ...meaningOf(reason),
    })),
  };
};

const resendAtOnce = 1000;
const countedMax = 3000;

export const countResend: ConsoleHandler<'countResend'> = async (context, { failure }) => {
  const { database, campaign, smsPaise } = context;
  assertArrives(failure);
  const chosen = { reason: failure };
  const found = await countResendable(database, campaign.id, chosen, countedMax + 1);
  if (found === 0) throw new ConsoleRefusal('refused', noneCanBeSent);
  const count = Math.min(found, resendAtOnce);
  return {
    count,
    left: Math.min(found, countedMax) - count,
    isMore: found > countedMax,
    rupees: (count * smsPaise) / 100,
    leftOut: await countLeftOut(database, campaign.id, failure, countedMax),
  };
};

/** @throws ConsoleRefusal */
function assertArrives(failure: string): void {
  if (canArrive(failure)) return;
  const { meaning, remedy } = meaningOf(failure);
  throw new ConsoleRefusal('refused', `Nothing is sent. ${meaning} ${remedy}`.trim());
}

const noneCanBeSent =
  'No voucher that failed for this reason can be sent again: they are being sent already, were sent too often, or their winners erased their data.';

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
  assertArrives(failure);
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

export const settleVoucher: ConsoleHandler<'settleVoucher'> = async (
  context,
  { message, reference, reason },
  signedIn,
) => {
  const { database, campaign } = context;
  const command = 'console deliveries settle';
  const details = { message, ...(reference !== null && { reference }) };
  const audit = auditOf(context, signedIn, { reason, command, details });
  // It is kept as long as the reason, and has no number either.
  if (reference !== null) operatorOf(context, signedIn, reference);
  const facts = await readMessageFacts(database, campaign.id, message);
  if (facts?.kind !== 'voucher') throw new ConsoleRefusal('notFound', 'There is no such voucher.');
  if (facts.state !== 'failed' && facts.state !== 'sent') {
    throw new ConsoleRefusal('refused', settleRefusal(facts.state));
  }
  const now = audit.operator.at;
  if (!(await settle(database, campaign.id, { message, now, audit }))) {
    throw new ConsoleRefusal('refused', settleRefusal(undefined));
  }
  return { message: 'The voucher is settled: it is closed, and not sent again.' };
};

/** @param state undefined: it has just changed */
function settleRefusal(state: string | undefined): string {
  if (state === 'settled') return 'It was settled already. Nothing was changed.';
  if (state === 'delivered') return 'Nothing was changed: the phone has received it.';
  if (state === undefined) return 'Nothing was changed: its state has just changed. Look again.';
  return 'Nothing was changed: it is still being sent. Only one that failed or was sent can be settled.';
}

/** Counting stops here for each batch, so that the answer takes no longer with a larger stock. */
const leftMax = 10_000;
const batchesMax = 30;

export const readStock: ConsoleHandler<'readStock'> = async ({ database, clocks, campaign }) => {
  const now = clocks.wall();
  const aheadMs = campaignAheadMs(clocks);
  const found = await readOnly(database, async (connection) => ({
    amounts: await readAmounts(connection, campaign, { wall: now, aheadMs }),
    batches: await readNewestBatches(connection, campaign.id, {
      max: batchesMax + 1,
      leftMax: leftMax + 1,
    }),
    draw: await readDrawInForce(connection, campaign.id),
  }));
  return {
    at: now + aheadMs,
    lastDay: found.draw?.lastDay ?? campaign.programme.to,
    days: { warning: stockAlarm.warnDays, error: stockAlarm.errorDays },
    amounts: found.amounts.map(({ amount, free, expiring, expired, owed, perDay, daysLeft }) => ({
      amount,
      free,
      expiring,
      expired,
      owed,
      perDay,
      daysLeft,
      lastsUntil: daysLeft === null ? null : indianDay(now + aheadMs + daysLeft * dayMs),
    })),
    batches: found.batches.slice(0, batchesMax).map((batch) => ({
      ...batch,
      loadedAt: batch.loadedAt + aheadMs,
      left: Math.min(batch.left, leftMax),
      isMore: batch.left > leftMax,
      withdrawnAt: batch.withdrawnAt === null ? null : batch.withdrawnAt + aheadMs,
    })),
    hasMore: found.batches.length > batchesMax,
  };
};
