import { campaignAheadMs, indianDay } from '../platform/period.rules.ts';
import { readAmounts, readNewestBatches } from './stock-now.sql.ts';
import { readOnly } from '../database/read-only.ts';
import { readDrawInForce } from '../draw/ledger.sql.ts';
import { stockAlarm } from '../vouchers/voucher-validity.rules.ts';
import type { ConsoleHandler } from '../console/context.ts';

/** Counting stops here for each batch, so that the answer takes no longer with a larger stock. */
const leftMax = 10_000;
const batchesMax = 30;
const dayMs = 86_400_000;

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
