import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { forecastStock, type Forecast, stockMoment } from './voucher-validity.rules.ts';
import type { Database } from '../database/database.ts';
import { readStockReport, type StockReport } from './stock-report.sql.ts';
import type { Clocks } from '../database/clocks.ts';

export type AmountStock = StockReport & Forecast;

/** By ascending amount; includes the campaign's amounts without stock. */
export async function readStock(
  database: Database,
  { id, sms }: Pick<ServerCampaign, 'id' | 'sms'>,
  clocks: Clocks,
): Promise<AmountStock[]> {
  const now = clocks.wall();
  const found = await readStockReport(database, id, stockMoment(now, clocks.campaign()));
  return Object.keys(sms.vouchers)
    .map(Number)
    .filter((amount) => !found.some((row) => row.amount === amount))
    .map((amount): StockReport => ({ amount, ...nothing }))
    .concat(found)
    .toSorted((a, b) => a.amount - b.amount)
    .map((row) => ({ ...row, ...forecastStock(row, row, now) }));
}

const nothing = {
  free: 0,
  expiring: 0,
  expired: 0,
  withdrawn: 0,
  assigned: 0,
  sent: 0,
  owed: 0,
  lastDay: 0,
  lastWeek: 0,
  firstAt: undefined,
};
