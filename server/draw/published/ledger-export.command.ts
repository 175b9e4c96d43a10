import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import * as z from 'zod';
import { recordAudit } from '../../database/audit-log.ts';
import { countedLines, exportLedger } from '../ledger.sql.ts';
import { readReveal } from '../draw-reveal.sql.ts';
import { withDatabase } from '../../operator/with-database.ts';
import { addWhoAndWhy, operatorOf, whoAndWhy } from '../../operator/options.ts';
import { createProgress } from '../../operator/progress.ts';
import { addCommand } from '../../operator/add-command.ts';
import type { Session } from '../../operator/command-context.ts';
import { writeNewFile } from '../../platform/new-files.ts';
import { readAuditSnapshot, secretText } from './audit-files.ts';

export function addLedgerExport(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    detail:
      'As JSON lines, with pseudonyms: ledger.jsonl together with commitment.json, amendments.jsonl, head.json and, after the reveal, secret.txt.',
    examples: ['ledger export --folder for-the-auditor --why "requested by the brand"'],
    add: (command) => {
      command.requiredOption('--folder <folder>', 'where none of these files is yet');
      addWhoAndWhy(command);
    },
    shape: { folder: z.string(), ...whoAndWhy },
    run: ({ folder, ...who }) =>
      withDatabase(context, async ({ database, clocks, id }) => {
        const operator = operatorOf(who, clocks.wall());
        const own = await readAuditSnapshot(database, id, operator.at);
        const { entries, hash } = own;
        const progress = createProgress(context);
        const reveal = await readReveal(database, id);
        const details = { entries, hash };
        await recordAudit(database, { campaign: id, command: 'ledger export', operator, details });
        const files = Object.entries({
          'commitment.json': own.commitment,
          'amendments.jsonl': own.amendments,
          'head.json': own.head,
          'ledger.jsonl': countedLines(exportLedger(database, id, entries), (done) =>
            progress.show('Copying the ledger', done / Math.max(1, entries)),
          ),
          ...(reveal ? { 'secret.txt': secretText(reveal.secret) } : {}),
        }).map(([name, text]) => ({ file: path.join(folder, name), text }));
        await mkdir(folder, { recursive: true, mode: 0o700 });
        for (const { file, text } of files) await writeNewFile(file, text);
        progress.clear();
        return {
          text: `${entries} entries; the hash of the last one is ${hash}.`,
          json: { campaign: id, entries, hash, files: files.map(({ file }) => file) },
        };
      }),
  });
}
