import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { Connection } from '../database/database.ts';
import { forecastStock, stockMoment } from '../vouchers/voucher-validity.rules.ts';
import { readStockByAmount, type StockOfAmount } from './stock-now.sql.ts';

type Now = { wall: number; aheadMs: number };

/** By ascending amount: what is in stock, what is owed, and how long it lasts. */
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
