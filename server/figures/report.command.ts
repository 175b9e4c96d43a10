import { Option, type Command } from 'commander';
import * as z from 'zod';
import { entryKeys } from '@inaam/contract/calls.ts';
import { steps, type Step } from '@inaam/contract/console/overview.ts';
import { readBudgetConfig } from '../main/settings/operator-config.ts';
import { plannedRupees } from '../draw/commitment.rules.ts';
import { readBudget } from '../draw/budgets.sql.ts';
import { readDeliveries } from '../messages/deliveries.sql.ts';
import { dimensions, readFunnel, stages, type Counts, type Dimension } from './funnel.sql.ts';
import { readOnly, wholeTablesSeconds } from '../database/read-only.ts';
import type { Connection } from '../database/database.ts';
import { printable } from '../platform/control-characters.rules.ts';
import { addCommand } from '../operator/add-command.ts';
import type { CommandResult, Session } from '../operator/command-context.ts';
import { csvLine } from '../operator/csv.ts';
import { addPeriod, periodOf, periodShape } from '../operator/options.ts';
import { rupees } from '../platform/format.ts';
import { table } from '../operator/table.ts';
import { withDatabase } from '../operator/with-database.ts';

export function addReport(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    detail:
      'From visits to delivered vouchers, by day, state, source or language. One snapshot of the database, read on one core and with a time limit, so that shoppers do not notice it. An SMS costs SMS_PRICE_PAISE.',
    examples: [
      'report',
      'report --by source --source id --from 2025-05-06 --until 2025-05-12',
      'report --by state --csv > states.csv',
    ],
    add: (command) => {
      command.addOption(
        new Option('--by <dimension>', 'one row for each of these')
          .choices(dimensions)
          .default('day'),
      );
      command.addOption(
        new Option('--source <parameter>', "what of the link's parameters is the source")
          .choices(entryKeys)
          .default('utm_campaign'),
      );
      addPeriod(command);
      command.option('--csv', 'the rows as CSV, and nothing else');
    },
    shape: {
      by: z.enum(dimensions),
      source: z.enum(entryKeys),
      csv: z.boolean().default(false),
      ...periodShape,
    },
    run: ({ by, source, csv, ...days }) =>
      withDatabase(context, async ({ database, clocks, id }) => {
        const { smsPaise } = readBudgetConfig(context.variables);
        const period = periodOf(days, clocks);
        const read = async (connection: Connection) => ({
          funnel: await readFunnel(connection, id, period, source),
          deliveries: await readDeliveries(connection, id, period),
          pools: await readBudget(connection, id),
        });
        const found = await readOnly(database, read, wholeTablesSeconds);
        const report = { campaign: id, ...days, source, smsPaise, ...found };
        return answerOf(report, by, csv);
      }),
  });
}

type Report = {
  campaign: string;
  smsPaise: number;
  funnel: Awaited<ReturnType<typeof readFunnel>>;
  deliveries: Awaited<ReturnType<typeof readDeliveries>>;
  pools: Awaited<ReturnType<typeof readBudget>>;
};

const columns = [...stages, 'rupees'] as const;

function answerOf(report: Report, by: Dimension, csv: boolean): CommandResult {
  const { funnel, deliveries, pools, smsPaise, ...facts } = report;
  const rows = funnel.by[by].map((row) => [
    printable(row.value),
    ...columns.map((column) => row[column]),
  ]);
  const budget = {
    plannedRupees: plannedRupees(pools),
    grantedRupees: pools.reduce((sum, pool) => sum + pool.amount * pool.granted, 0),
  };
  const sms = deliveries.map((row) => ({ ...row, rupees: (row.accepted * smsPaise) / 100 }));
  const smsRupees = sms.reduce((sum, row) => sum + row.accepted * smsPaise, 0) / 100;
  const json = { ...facts, total: funnel.total, by: funnel.by, budget, sms, smsPaise, smsRupees };
  if (csv) {
    const lines = [[by, ...columns], ...rows].map(csvLine);
    return { text: lines.join('').trimEnd(), json };
  }
  const text = [
    funnelLines(funnel.total),
    table([by, ...columns], rows),
    `Rewards of Rs ${rupees(budget.grantedRupees)} of Rs ${rupees(budget.plannedRupees)} that are planned, since the start.`,
    ...sms.map(smsLine),
    `SMS for Rs ${spellRupees(smsRupees)}, at ${smsPaise} paise each.`,
  ];
  return { text: text.join('\n'), json };
}

function funnelLines(total: Counts): string {
  const rows = stages.map((stage) => {
    const { label, shareOf: parent }: Step = steps[stage];
    const of = parent === undefined ? 0 : total[parent];
    const share =
      parent === undefined || of === 0
        ? ''
        : `${((total[stage] / of) * 100).toFixed(1)} % of ${parent}`;
    return [label, total[stage], share];
  });
  return table(['in all', 'count', 'share'], rows);
}

function smsLine({
  kind,
  accepted,
  refused,
  unknown,
  medianSeconds,
  p95Seconds,
}: Report['deliveries'][number]) {
  const name = kind === 'otp' ? 'One-time codes' : 'Vouchers';
  const times =
    medianSeconds === null
      ? ''
      : `; half within ${medianSeconds} seconds, 95 in 100 within ${p95Seconds}`;
  return `${name}: ${rupees(accepted)} SMS accepted, ${rupees(refused)} refused, ${rupees(unknown)} without an answer${times}.`;
}

const spellRupees = (amount: number) =>
  new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    amount,
  );
