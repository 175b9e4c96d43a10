import { pipeline } from 'node:stream/promises';
import { Argument } from 'commander';
import * as z from 'zod';
import { recordAudit } from '../database/audit-log.ts';
import {
  columnsOf,
  exportedTables,
  readExportedRows,
  type ExportedRow,
} from './exported-rows.sql.ts';
import { commandOf, textOption } from '../operator/add-command.ts';
import { writeNewFile } from '../platform/new-files.ts';
import { operatorOf, whoAndWhy, periodOf, periodShape } from '../operator/options.ts';
import { UsageError } from '../operator/command-context.ts';
import { csvLine, csvStart } from '@inaam/contract/console/csv.ts';
import { withDatabase } from '../operator/with-database.ts';

export const addExport = commandOf({
  detail:
    'As CSV, to stdout or to a file that does not exist yet. It has pseudonyms, and no number, name, device or code. No cell is a formula for a spreadsheet.',
  examples: [
    'export rewards --out rewards.csv --why "settlement of May"',
    'export messages --from 2025-05-06 --until 2025-05-31 --why "for the agency" | gzip > messages.csv.gz',
  ],
  add: (command) => {
    command.addArgument(new Argument('<table>', 'what to export').choices(exportedTables));
  },
  shape: {
    argument: z.enum(exportedTables),
    out: textOption('--out <file>', 'a file that does not exist yet'),
    json: z.boolean().default(false),
    ...periodShape,
    ...whoAndWhy,
  },
  run: ({ argument: table, out, json, from, until, ...who }, { context }) =>
    withDatabase(context, async ({ database, clocks, id: campaign }) => {
      if (out === undefined && json) {
        throw new UsageError('--json requires --out: the rows themselves are written to stdout.');
      }
      const operator = operatorOf(who, clocks.wall());
      const period = periodOf({ from, until }, clocks);
      const details = { table, from: from ?? null, until: until ?? null };
      // Written first, because the pipe's reader may end the program as soon as it has what it
      // wants.
      await recordAudit(database, { campaign, command: 'export', operator, details });
      const written = { rows: 0 };
      const pages = readExportedRows(database, table, campaign, period);
      const lines = linesOf(columnsOf(table), pages, written);
      if (out === undefined) await pipeline(lines, context.output, { end: false });
      else await writeNewFile(out, lines);
      const { rows } = written;
      const text = `${rows} rows of ${table}.`;
      if (out === undefined) context.errors.write(`${text}\n`);
      return {
        text: out === undefined ? '' : text,
        json: { campaign, ...details, rows, file: out ?? null },
      };
    }),
});

async function* linesOf(
  columns: readonly string[],
  pages: AsyncIterable<readonly ExportedRow[]>,
  written: { rows: number },
): AsyncGenerator<string, void, undefined> {
  yield csvStart + csvLine(columns);
  for await (const rows of pages) {
    yield rows.map((row) => csvLine(columns.map((column) => row[column] ?? null))).join('');
    written.rows += rows.length;
  }
}
