import { pipeline } from 'node:stream/promises';
import { Argument, Option, type Command } from 'commander';
import * as z from 'zod';
import { recordAudit } from '../database/audit-log.ts';
import type { Database } from '../database/database.ts';
import {
  columnsOf,
  countExportedRows,
  exportedTables,
  readExportedRows,
  type ExportedTable,
} from './exported-rows.sql.ts';
import { readOnly, type Period } from '../database/read-only.ts';
import { addCommand } from '../operator/add-command.ts';
import { writeNewFile } from '../platform/new-files.ts';
import {
  addWhoAndWhy,
  operatorOf,
  whoAndWhy,
  addPeriod,
  periodOf,
  periodShape,
} from '../operator/options.ts';
import { UsageError, type Session } from '../operator/command-context.ts';
import { csvLine } from '../operator/csv.ts';
import { createProgress, type Progress } from '../operator/progress.ts';
import { withDatabase } from '../operator/with-database.ts';

const formats = ['csv', 'jsonl'] as const;

export function addExport(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    detail:
      'As CSV or JSON lines, to stdout, or to a file that is not there yet. It has pseudonyms, and no number, name, device or code. No cell is a formula for a spreadsheet.',
    examples: [
      'export rewards --out rewards.csv --why "settlement of May"',
      'export messages --format jsonl --from 2025-05-06 --until 2025-05-31 --why "for the agency" | gzip > messages.jsonl.gz',
    ],
    add: (command) => {
      command.addArgument(new Argument('<table>', 'what to export').choices(exportedTables));
      command.addOption(
        new Option('--format <format>', 'CSV, or one JSON object per line')
          .choices(formats)
          .default('csv'),
      );
      command.option('--out <file>', 'a file that is not there yet');
      addPeriod(command);
      addWhoAndWhy(command);
    },
    shape: {
      argument: z.enum(exportedTables),
      format: z.enum(formats),
      out: z.string().optional(),
      json: z.boolean().default(false),
      ...periodShape,
      ...whoAndWhy,
    },
    run: ({ argument: of, format, out, json, from, until, ...who }) =>
      withDatabase(context, async ({ database, clocks, id: campaign }) => {
        if (out === undefined && json) {
          throw new UsageError('--json requires --out: the rows themselves are written to stdout.');
        }
        const operator = operatorOf(who, clocks.wall());
        const period = periodOf({ from, until }, clocks);
        const progress = createProgress(context);
        const rows = await readOnly(database, (connection) =>
          countExportedRows(connection, of, campaign, period),
        );
        const details = { table: of, rows, from: from ?? null, until: until ?? null };
        // Written first, because the pipe's reader may end the program as soon as it has what it
        // wants.
        await recordAudit(database, { campaign, command: 'export', operator, details });
        const written = { rows: 0 };
        const exporting = { database, campaign, table: of, period, format, progress };
        const lines = linesOf({ ...exporting, total: rows, written });
        if (out === undefined) await pipeline(lines, context.output, { end: false });
        else await writeNewFile(out, lines);
        progress.clear();
        const text = `${written.rows} rows of ${of}.`;
        if (out === undefined) context.errors.write(`${text}\n`);
        return {
          text: out === undefined ? '' : text,
          json: { campaign, ...details, rows: written.rows, file: out ?? null },
        };
      }),
  });
}

type Exporting = {
  database: Database;
  campaign: string;
  table: ExportedTable;
  period: Period;
  format: (typeof formats)[number];
  progress: Progress;
  /** Number of rows when the export began. */
  total: number;
  written: { rows: number };
};

async function* linesOf({
  database,
  campaign,
  table,
  period,
  format,
  progress,
  total,
  written,
}: Exporting): AsyncGenerator<string, void, undefined> {
  const columns = columnsOf(table);
  if (format === 'csv') yield csvLine(columns);
  for await (const rows of readExportedRows(database, table, campaign, period)) {
    yield rows
      .map((row) =>
        format === 'csv'
          ? csvLine(columns.map((column) => row[column] ?? null))
          : `${JSON.stringify(row)}\n`,
      )
      .join('');
    written.rows += rows.length;
    progress.show(`Exporting ${table}`, Math.min(1, written.rows / Math.max(1, total)));
  }
}
