import type { Command } from 'commander';
import * as z from 'zod';
import { lateDays, lateMax, spelledLate } from './delivery-limits.rules.ts';
import { countLateVouchers, readLateVouchers } from '../vouchers/voucher-debts.sql.ts';
import { addCommand, wholeNumber } from '../operator/add-command.ts';
import type { Session } from '../operator/command-context.ts';
import { formatTime } from '../platform/format.ts';
import { table } from '../operator/table.ts';
import { withDatabase } from '../operator/with-database.ts';

const dayMs = 86_400_000;

export function addDeliveriesLate(parent: Command, session: Session): void {
  addCommand(parent, session, {
    name: 'deliveries late',
    summary: 'list the vouchers that winners should have by now, oldest first',
    detail: `Owed, or failed and neither sent again nor settled. ${lateDays.promised} days are promised; with one of more than ${lateDays.error} the exit code is 1. No more than ${lateMax.toLocaleString('en-IN')} are counted, the oldest. What is held waits for somebody to release or refuse it in the review of the console.`,
    examples: ['deliveries late', 'deliveries late --days 5 --json'],
    add: (command) => {
      command
        .option('--days <days>', 'how old they are at least', wholeNumber(0, 365), lateDays.warning)
        .option('--most <count>', 'how many at most', wholeNumber(1, 10_000), 50);
    },
    shape: { days: z.number(), most: z.number() },
    run: ({ days, most: max }) =>
      withDatabase(session.context, async ({ database, clocks, id }) => {
        const now = clocks.wall();
        const before = now - days * dayMs;
        const vouchers = await readLateVouchers(database, id, { before, max });
        const [escalated = 0, count = 0] = await countLateVouchers(database, id, [
          now - lateDays.error * dayMs,
          before,
        ]);
        const late = vouchers.map(({ owedAt, ...voucher }) => ({
          ...voucher,
          days: Math.floor((now - owedAt) / dayMs),
          owedAt: formatTime(owedAt),
        }));
        const rows = late.map((voucher) => [
          voucher.message,
          `Rs ${voucher.amount}`,
          voucher.days,
          voucher.isHeld ? `${voucher.state}, held` : voucher.state,
          voucher.tries,
          voucher.resends,
          voucher.reason ?? '-',
        ]);
        const text = [
          ...(late.length === 0
            ? []
            : [
                table(
                  ['message', 'voucher', 'days', 'state', 'tries', 'sent again', 'reason'],
                  rows,
                ),
              ]),
          `${spelledLate(count)} vouchers are older than ${days} days; ${spelledLate(escalated)} of all than ${lateDays.error}. ${lateDays.promised} days are promised.`,
        ].join('\n');
        return { text, json: { campaign: id, count, escalated, late }, failed: escalated > 0 };
      }),
  });
}
