import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { campaignAheadMs } from '../platform/clock-offset.rules.ts';
import { indianDay } from '../platform/period.rules.ts';
import { forecastStock } from './stock-forecast.rules.ts';
import { stockMoment } from './voucher-validity.rules.ts';
import {
  readNewestBatches,
  readStockByAmount,
  type StockOfAmount,
} from '../figures/stock-now.sql.ts';
import type { Connection } from '../database/database.ts';
import { readOnly } from '../database/read-only.sql.ts';
import type { ConsoleHandler } from '../console/context.ts';

/** More of one batch are not counted: the answer must not take longer with a larger stock. */
const leftMost = 10_000;
const batchesMost = 30;
const dayMs = 86_400_000;

export const readStock: ConsoleHandler<'readStock'> = async ({ database, clocks, campaign }) => {
  const now = clocks.wall();
  const aheadMs = campaignAheadMs(clocks);
  const found = await readOnly(database, async (connection) => ({
    amounts: await readAmounts(connection, campaign, { wall: now, aheadMs }),
    batches: await readNewestBatches(connection, campaign.id, {
      most: batchesMost + 1,
      leftMost: leftMost + 1,
    }),
  }));
  return {
    at: now + aheadMs,
    amounts: found.amounts.map(({ daysLeft, ...amount }) => ({
      ...amount,
      lastsUntil: daysLeft === null ? null : indianDay(now + aheadMs + daysLeft * dayMs),
    })),
    batches: found.batches.slice(0, batchesMost).map((batch) => ({
      ...batch,
      loadedAt: batch.loadedAt + aheadMs,
      left: Math.min(batch.left, leftMost),
      isMore: batch.left > leftMost,
      withdrawnAt: batch.withdrawnAt === null ? null : batch.withdrawnAt + aheadMs,
    })),
    hasMore: found.batches.length > batchesMost,
  };
};

type Now = { wall: number; aheadMs: number };

/** By ascending amount: what is there, what is owed, and for how long it lasts. */
export async function readAmounts(
  connection: Connection,
  { id, sms }: Pick<ServerCampaign, 'id' | 'sms'>,
  { wall, aheadMs }: Now,
) {
  const found = await readStockByAmount(connection, id, stockMoment(wall, wall + aheadMs));
  return Object.keys(sms.vouchers)
    .map(Number)
    .filter((amount) => !found.some((row) => row.amount === amount))
    .map((amount): StockOfAmount => ({ amount, ...nothing }))
    .concat(found)
    .toSorted((one, other) => one.amount - other.amount)
    .map(({ lastDay, lastWeek, firstAt, ...row }) => {
      const { perDay, daysLeft } = forecastStock(row, { lastDay, lastWeek, firstAt }, wall);
      return { ...row, perDay, daysLeft };
    });
}

const nothing = {
  free: 0,
  expiring: 0,
  expired: 0,
  owed: 0,
  lastDay: 0,
  lastWeek: 0,
  firstAt: undefined,
};
