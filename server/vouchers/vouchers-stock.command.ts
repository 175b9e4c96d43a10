import type { Command } from 'commander';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { stockAlarm } from './voucher-validity.rules.ts';
import { withDatabase } from '../operator/with-database.ts';
import { addCommand } from '../operator/add-command.ts';
import type { Session } from '../operator/command-context.ts';
import { readStock, type AmountStock } from './read-stock.ts';
import { rupees } from '../platform/format.ts';
import { table } from '../operator/table.ts';

export function addVouchersStock(parent: Command, session: Session): void {
  addCommand(parent, session, {
    detail:
      'The forecast takes the larger of the rewards of the last 24 hours and of the average day of the last seven.',
    examples: ['vouchers stock', 'vouchers stock --json'],
    shape: {},
    run: () =>
      withDatabase(session.context, async ({ database, clocks, id }) => {
        const rows = await readStock(database, await loadCampaign(id), clocks);
        const text = [tableOf(rows), ...rows.flatMap(warningsOf)].join('\n');
        return { text, json: { campaign: id, amounts: rows.map(jsonOf) } };
      }),
  });
}

const jsonOf = ({
  firstAt: _firstAt,
  lastDay: _lastDay,
  lastWeek: _lastWeek,
  ...row
}: AmountStock) => row;

const tableOf = (rows: readonly AmountStock[]) =>
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

function warningsOf({
  amount,
  free,
  owed,
  expiring,
  expired,
  daysLeft,
  runsOutOn,
}: AmountStock): string[] {
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
