import type { Command } from 'commander';
import * as z from 'zod';
import { recordAudit } from '../database/audit-log.ts';
import { exportNumber } from './export-number.ts';
import { addCommand } from '../operator/add-command.ts';
import { writeNewFile } from '../draw/published/audit-files.ts';
import { addWhoAndWhy, whoAndWhy } from '../operator/change-options.ts';
import type { Session } from '../operator/command-context.ts';
import { withNumber } from './with-number.command.ts';

export function addNumberExport(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    name: 'number export',
    summary: 'write everything that is stored about a person, as JSON, for that person',
    detail:
      'To stdout, or to a new file that only you can read. It has the name and the number in it: hand it to their owner alone. A voucher code went out by SMS and is not in it.',
    examples: ['number export --out request-12.json --why "access request 12"'],
    add: (command) => {
      command.option('--out <file>', 'a file that is not there yet');
      addWhoAndWhy(command);
    },
    shape: { ...whoAndWhy, out: z.string().optional() },
    run: ({ out, ...who }) =>
      withNumber(context, 'number export', who, async (number) => {
        const json = await exportNumber(number);
        await recordAudit(number.database, number.audit);
        if (out === undefined) return { text: JSON.stringify(json, null, 2), json };
        await writeNewFile(out, [`${JSON.stringify(json, null, 2)}\n`]);
        return { text: `Written to ${out}.`, json: { campaign: number.campaign, file: out } };
      }),
  });
}
