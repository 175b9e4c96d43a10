import type { Command } from 'commander';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { forecastStock, stockAlarm, type Forecast } from '../../rules/stock-forecast.ts';
import { readStockReport, type StockReport } from '../../storage/messages/stock-report.ts';
import { stockMoment } from '../../rules/voucher-validity.ts';
import { withDatabase } from '../with-database.ts';
import { addCommand } from '../add-command.ts';
import type { Session } from '../command-context.ts';
import { rupees, table } from '../table.ts';

type Row = StockReport & Forecast;

export function addVouchersStock(parent: Command, session: Session): void {
  addCommand(parent, session, {
    name: 'vouchers stock',
    summary: 'show how many codes are free, who is waiting, and when the stock runs out',
    detail:
      'The forecast takes the larger of the rewards of the last 24 hours and of the average day of the last seven.',
    examples: ['vouchers stock', 'vouchers stock --json'],
    shape: {},
    run: () =>
      withDatabase(session.context, async ({ database, clocks, id }) => {
        const { sms } = await loadCampaign(id);
        const now = clocks.wall();
        const found = await readStockReport(database, id, stockMoment(now, clocks.campaign()));
        const rows = Object.keys(sms.vouchers)
          .map(Number)
          .filter((amount) => !found.some((row) => row.amount === amount))
          .map((amount): StockReport => ({ amount, ...nothing }))
          .concat(found)
          .toSorted((a, b) => a.amount - b.amount)
          .map((row): Row => ({ ...row, ...forecastStock(row, row, now) }));
        const text = [tableOf(rows), ...rows.flatMap(warningsOf)].join('\n');
        return { text, json: { campaign: id, amounts: rows.map(jsonOf) } };
      }),
  });
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

const jsonOf = ({ firstAt: _firstAt, lastDay: _lastDay, lastWeek: _lastWeek, ...row }: Row) => row;

const tableOf = (rows: readonly Row[]) =>
  table(
    ['amount', 'free', 'expiring', 'assigned', 'sent', 'owed', 'a day', 'days left', 'runs out'],
    rows.map((row) => [
      `Rs ${row.amount}`,
      row.free,
      row.expiring,
      row.assigned,
      row.sent,
      row.owed,
      row.perDay,
      row.daysLeft ?? '-',
      row.runsOutOn ?? '-',
    ]),
  );

function warningsOf({ amount, free, owed, expiring, expired, daysLeft, runsOutOn }: Row): string[] {
  const lines: string[] = [];
  if (free < owed) {
    lines.push(
      `Load at least ${rupees(owed - free)} of Rs ${amount}: winners are waiting for them.`,
    );
  } else if (daysLeft !== null && daysLeft < stockAlarm.warnDays) {
    lines.push(
      `Load more of Rs ${amount}: at the present rate the last one is given on ${runsOutOn}.`,
    );
  }
  if (expiring > 0) {
    lines.push(`${rupees(expiring)} of Rs ${amount} will be too old to be given in 30 days.`);
  }
  if (expired > 0) {
    lines.push(`${rupees(expired)} more of Rs ${amount} are too old to be given.`);
  }
  return lines;
}
