import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import * as z from 'zod';
import { recordAudit } from '../../database/audit-log.ts';
import { countedLines, exportLedger } from '../ledger.sql.ts';
import { readReveal } from '../draw-reveal.sql.ts';
import { withDatabase } from '../../operator/with-database.ts';
import { addWhoAndWhy, operatorOf, whoAndWhy } from '../../operator/options.ts';
import { createProgress } from '../../operator/progress.ts';
import { addCommand } from '../../operator/add-command.ts';
import { UsageError, type Session } from '../../operator/command-context.ts';
import { writeFiles, writeNewFile } from '../../platform/new-files.ts';
import { readAuditSnapshot, secretText } from './audit-files.ts';

export function addLedgerExport(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    detail:
      'As JSON lines, with pseudonyms. Writes to stdout, to a file, or to a folder together with commitment.json, amendments.jsonl, head.json and, after the reveal, secret.txt.',
    examples: [
      'ledger export --out ledger.jsonl --why "for the auditor" --json',
      'ledger export --folder for-the-auditor --why "requested by the brand"',
      'ledger export --why "check of the last entry" | tail -n 1',
    ],
    add: (command) => {
      command
        .option('--out <file>', 'a file that does not exist yet')
        .option('--folder <folder>', 'a folder for all published files');
      addWhoAndWhy(command);
    },
    shape: {
      out: z.string().optional(),
      folder: z.string().optional(),
      json: z.boolean().default(false),
      ...whoAndWhy,
    },
    run: ({ out, folder, json, ...who }) =>
      withDatabase(context, async ({ database, clocks, id }) => {
        const isToStdout = isForStdout({ out, folder, json });
        const operator = operatorOf(who, clocks.wall());
        const { commitment, amendments, head, entries, hash } = await readAuditSnapshot(
          database,
          id,
          operator.at,
        );
        // The lines themselves would run through it.
        const isShown = !isToStdout || context.output.isTTY !== true;
        const progress = createProgress(context);
        const lines = countedLines(exportLedger(database, id, entries), (done) => {
          if (isShown) progress.show('Copying the ledger', done / Math.max(1, entries));
        });
        const files: string[] = [];
        if (folder !== undefined) {
          const reveal = await readReveal(database, id);
          const written = await writeFiles(folder, {
            'commitment.json': commitment,
            'amendments.jsonl': amendments,
            'head.json': head,
            'ledger.jsonl': lines,
            ...(reveal ? { 'secret.txt': secretText(reveal.secret) } : {}),
          });
          files.push(...Object.values(written));
        } else if (out === undefined) await pipeline(lines, context.output, { end: false });
        else {
          await writeNewFile(out, lines);
          files.push(out);
        }
        progress.clear();
        const details = { entries, hash };
        await recordAudit(database, { campaign: id, command: 'ledger export', operator, details });
        const text = `${entries} entries; the hash of the last one is ${hash}.`;
        if (isToStdout) context.errors.write(`${text}\n`);
        return { text: isToStdout ? '' : text, json: { campaign: id, entries, hash, files } };
      }),
  });
}

type Place = { out?: string | undefined; folder?: string | undefined; json: boolean };

/** @throws UsageError if it cannot be written as asked */
function isForStdout({ out, folder, json }: Place): boolean {
  if (out !== undefined && folder !== undefined) {
    throw new UsageError(
      'Pass either --out or --folder, not both: the folder includes the ledger.',
    );
  }
  const isToStdout = out === undefined && folder === undefined;
  if (isToStdout && json) {
    throw new UsageError(
      '--json requires --out or --folder, because otherwise the ledger itself is written to stdout.',
    );
  }
  return isToStdout;
}
