import { campaignAheadMs } from '../../rules/clock-offset.ts';
import { indianDay } from '../../rules/period.ts';
import { forecastStock } from '../../rules/stock-forecast.ts';
import { stockMoment } from '../../rules/voucher-validity.ts';
import { readFreeCodes, readNewestBatches } from '../../storage/console/stock-now.ts';
import { readDemand, readStockNow } from '../../storage/console/today-figures.ts';
import { readOnly } from '../../storage/reports/read-only.ts';
import type { ConsoleHandler } from '../context.ts';

/** More of one batch are not counted: the answer must not take longer with a larger stock. */
const leftMost = 10_000;
const batchesMost = 30;
const dayMs = 86_400_000;

export const readStock: ConsoleHandler<'readStock'> = async ({ database, clocks, campaign }) => {
  const now = clocks.wall();
  const aheadMs = campaignAheadMs(clocks);
  const moment = stockMoment(now, now + aheadMs);
  const found = await readOnly(database, async (connection) => ({
    codes: await readFreeCodes(connection, campaign.id, moment),
    debts: await readStockNow(connection, campaign.id, moment.promisedUntil),
    demand: await readDemand(connection, campaign.id, now),
    batches: await readNewestBatches(connection, campaign.id, {
      most: batchesMost + 1,
      leftMost: leftMost + 1,
    }),
  }));
  const given = Object.keys(campaign.sms.vouchers).map(Number);
  const amounts = new Set([...given, ...[...found.codes, ...found.debts].map((one) => one.amount)]);
  return {
    at: now + aheadMs,
    amounts: [...amounts]
      .toSorted((one, other) => one - other)
      .map((amount) => {
        const isIt = (one: { amount: number }) => one.amount === amount;
        const codes = found.codes.find(isIt) ?? { free: 0, expiring: 0, expired: 0 };
        const { owed = 0 } = found.debts.find(isIt) ?? {};
        const demand = found.demand.find(isIt) ?? { lastDay: 0, lastWeek: 0, firstAt: undefined };
        const { perDay, daysLeft } = forecastStock({ ...codes, owed }, demand, now);
        const lastsUntil = daysLeft === null ? null : indianDay(now + aheadMs + daysLeft * dayMs);
        return { ...codes, amount, owed, perDay, lastsUntil };
      }),
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
