import type { Command } from 'commander';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { stockAlarm } from './voucher-validity.rules.ts';
import { withDatabase } from '../operator/with-database.ts';
import { addCommand, wholeNumber } from '../operator/add-command.ts';
import { type Session, RefusedError } from '../operator/command-context.ts';
import { readStock, type AmountStock } from './read-stock.ts';
import { rupees, formatTime } from '../platform/format.ts';
import { table } from '../operator/table.ts';
import { readVoucherBatches, withdrawVoucherBatch } from './voucher-batches.sql.ts';
import { answerText } from '../operator/answer.ts';
import * as z from 'zod';
import { addChangeOptions, changeShape, operatorOf } from '../operator/options.ts';
import { confirm } from '../operator/read-mobile.ts';
import { createProgress } from '../operator/progress.ts';

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

export function addVouchersBatches(parent: Command, session: Session): void {
  addCommand(parent, session, {
    examples: ['vouchers batches', 'vouchers batches --json'],
    shape: {},
    run: () =>
      withDatabase(session.context, async ({ database, id }) => {
        const batches = (await readVoucherBatches(database, id)).map((batch) => ({
          ...batch,
          loadedAt: formatTime(batch.loadedAt) ?? '',
        }));
        const text = batches.length === 0 ? 'No batch was loaded.' : answerText({ batches });
        return { text, json: { campaign: id, batches } };
      }),
  });
}

const command = 'vouchers withdraw';

export function addVouchersWithdraw(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    detail:
      'For a batch that the issuer recalls. Codes that belong to a winner stay valid here, and the same codes cannot be loaded again. `vouchers batches` lists the batches.',
    examples: [
      'vouchers withdraw 7 --dry-run',
      'vouchers withdraw 7 --why "recalled by the issuer"',
    ],
    add: (added) => {
      added.argument('<batch>', 'the number of the batch', wholeNumber(1, 999_999_999));
      addChangeOptions(added);
    },
    shape: { argument: z.number(), ...changeShape },
    run: ({ argument: number, ...options }) =>
      withDatabase(context, async ({ database, clocks, id }) => {
        const [batch] = await readVoucherBatches(database, id, number);
        if (!batch) {
          throw new RefusedError(
            `There is no batch ${number} of "${id}". \`vouchers batches\` lists them.`,
          );
        }
        const { free, assigned } = batch;
        if (free === 0) {
          throw new RefusedError(
            `Nothing was withdrawn: no code of batch ${number} is free, and ${rupees(assigned)} belong to winners.`,
          );
        }
        const json = { campaign: id, batch: number, assigned };
        if (options.dryRun) {
          return {
            text: `Dry run: nothing was changed. ${rupees(free)} codes of batch ${number} would be withdrawn; ${rupees(assigned)} belong to winners and stay.`,
            json: { ...json, result: 'wouldWithdraw', withdrawn: free },
          };
        }
        const warning = `${rupees(free)} codes of batch ${number} of "${id}" will be withdrawn and never given. This cannot be undone.`;
        const operator = operatorOf(options, clocks.wall());
        await confirm(context, { warning, campaign: id, yes: options.yes });
        const progress = createProgress(session.context);
        progress.show('Withdrawing');
        const withdrawn = await withdrawVoucherBatch(database, id, {
          batch: number,
          now: operator.at,
          auditOf: (codes) => ({
            campaign: id,
            command,
            operator,
            details: { batch: number, codes },
          }),
        });
        progress.clear();
        const kept = batch.codes - batch.withdrawn - withdrawn;
        return {
          text: `Withdrawn: ${rupees(withdrawn)} codes of batch ${number}. ${rupees(kept)} belong to winners.`,
          json: { ...json, assigned: kept, result: 'withdrawn', withdrawn },
        };
      }),
  });
}
