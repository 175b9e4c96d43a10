import * as z from 'zod';
import { commandOf } from '@inaam/server/operator/add-command.ts';
import { RefusedError } from '@inaam/server/operator/command-context.ts';
import { openFile } from '@inaam/server/operator/open-file.ts';
import { operatorOf, periodOf, periodShape, whoAndWhy } from '@inaam/server/operator/options.ts';
import { withDatabase } from '@inaam/server/operator/with-database.ts';
import { readCsvFile } from '@inaam/server/platform/csv-file.ts';
import { rupees } from '@inaam/server/platform/format.ts';
import { askAbout, readPayoutsOf } from './reconcile.sql.ts';
import { compare, statementReader, type StatementLine } from './statement.rules.ts';

const shape = { argument: z.string(), ...periodShape, ...whoAndWhy };
/** More would not be read. */
const shownMax = 20;

export const addReconcile = commandOf({
  detail: [
    'Compares what the provider has paid, by its statement as CSV, with what is stored here. Name the days of the statement.',
    '`deliver` asks the provider about each difference that it can know. It pays nothing again. Lines that nobody here knows are of another campaign, or were paid before the database was restored: rewards that wait are found then.',
  ].join('\n'),
  examples: [
    'payouts reconcile statement.csv --from 2026-11-01 --until 2026-11-30 --why "month end"',
  ],
  add: (command) => command.argument('<file>', 'the statement'),
  shape,
  run: ({ argument, from, until, ...who }, { context }) =>
    withDatabase(context, async ({ database, clocks, id }) => {
      const lines = await readLines(argument);
      const period = periodOf({ from, until }, clocks);
      const keys = lines.map(({ key }) => key);
      const stored = await readPayoutsOf(database, id, { keys, ...period });
      const found = compare(lines, stored);
      const operator = operatorOf(who, clocks.wall());
      const toAsk = [...found.unpaid, ...found.unsent, ...found.wrong].map(({ key }) => key);
      const counts = Object.fromEntries(
        Object.entries(found).map(([name, { length }]) => [name, length]),
      );
      await askAbout(database, id, toAsk, {
        campaign: id,
        command: 'payouts reconcile',
        operator,
        details: { lines: lines.length, ...counts },
      });
      const isSame = Object.values(counts).every((count) => count === 0);
      const text = [
        `Lines of the statement: ${rupees(lines.length)}.`,
        ...list('Paid by the provider, and not known here', found.unknown),
        ...list('Paid by the provider, and not here; it is asked', found.unpaid),
        ...list('Paid here, and not by the provider; it is asked', found.unsent),
        ...list('Another amount, or paid more than once', found.wrong),
        ...(isSame ? ['Both agree.'] : []),
      ];
      return {
        text: text.join('\n'),
        json: { campaign: id, lines: lines.length, ...found },
        failed: !isSame,
      };
    }),
});

const list = (title: string, of: readonly { key: string; amount: number }[]) =>
  of.length === 0
    ? []
    : [
        `${title}: ${rupees(of.length)}`,
        ...of.slice(0, shownMax).map(({ key, amount }) => `  ${key} Rs ${amount}`),
      ];

/** @throws UsageError without such a file, RefusedError for a line that cannot be read */
async function readLines(file: string): Promise<StatementLine[]> {
  const { read } = await openFile(file);
  const lines: StatementLine[] = [];
  for await (const line of readCsvFile(read(), undefined, statementReader)) {
    if ('kind' in line) {
      throw new RefusedError(`Nothing was compared: line ${line.line}: ${line.kind}.`);
    }
    lines.push(line);
  }
  return lines;
}
