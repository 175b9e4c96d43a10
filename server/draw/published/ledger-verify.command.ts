import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Command } from 'commander';
import * as z from 'zod';
import { textOfFile } from '@inaam/campaigns/loader/read-json.ts';
import { readRevealConfig } from '../../operator/settings/operator-config.ts';
import type { Database } from '../../database/database.ts';
import { countedLines, exportLedger } from '../ledger.sql.ts';
import { drawSecretOf } from '../commitment.rules.ts';
import { readReveal } from '../draw-reveal.sql.ts';
import { withDatabase } from '../../operator/with-database.ts';
import { createProgress } from '../../operator/progress.ts';
import { addCommand } from '../../operator/add-command.ts';
import { UsageError, type CommandContext, type Session } from '../../operator/command-context.ts';
import { readAuditSnapshot, secretText } from './audit-files.ts';
import { formatText } from '@inaam/verifier/report.ts';
import { verifyCampaign } from '@inaam/verifier/verify-campaign.ts';

const shape = {
  head: z.string().optional(),
  expect: z.string().optional(),
  json: z.boolean().default(false),
};

type Options = z.infer<z.ZodObject<typeof shape>>;

export function addLedgerVerify(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    detail:
      'With the verifier that anybody may use. Before the reveal it uses DRAW_PART_ONE and DRAW_PART_TWO.\nOnly a head that was published elsewhere shows that nothing was removed from the end or rewritten: pass one with --head, and the published commitment with --expect.',
    examples: ['ledger verify --head head-of-last-night.json --json'],
    add: (command) => {
      command
        .option('--head <file>', 'compare it with a head that you saved')
        .option('--expect <hash>', 'the published commitment that you saved');
    },
    shape,
    run: (options) =>
      withDatabase(context, async ({ database, clocks, id }) => {
        const saved = await readSavedHead(options);
        const own = await readAuditSnapshot(database, id, clocks.wall());
        const progress = createProgress(context);
        const ledger = countedLines(exportLedger(database, id, own.entries), (done) =>
          progress.show('Recomputing the ledger', done / Math.max(1, own.entries)),
        );
        const verdict = await verifyCampaign({
          commitment: Buffer.from(own.commitment),
          secret: Buffer.from(secretText(await secretOf(database, id, context))),
          ledger: Readable.from(ledger, { objectMode: false }),
          amendments: Buffer.from(own.amendments),
          head: Buffer.from(own.head),
          through: saved.head === undefined ? [] : [Buffer.from(saved.head)],
          expect: options.expect,
        });
        progress.clear();
        const warning =
          saved.source === 'database'
            ? "It was compared only with the database's own head. To compare it with a published one, pass --head."
            : '';
        return {
          text: `${formatText(verdict, options.expect === undefined ? ['expect'] : [])}${warning}`.trimEnd(),
          json: {
            campaign: id,
            valid: verdict.valid,
            heldAgainst: saved.source,
            verifier: verdict,
          },
          failed: !verdict.valid,
        };
      }),
  });
}

type HeadSource = 'file' | 'database';

/**
 * A head from outside the database. The database's own proves nothing about what is missing in it.
 */
async function readSavedHead({ head }: Options): Promise<{ source: HeadSource; head?: string }> {
  if (head === undefined) return { source: 'database' };
  try {
    return { source: 'file', head: textOfFile(await readFile(head)) };
  } catch {
    throw new UsageError(`${head} cannot be read. Pass the file that the head was saved in.`);
  }
}

async function secretOf(
  database: Database,
  id: string,
  { variables }: CommandContext,
): Promise<Uint8Array> {
  const reveal = await readReveal(database, id);
  return reveal ? reveal.secret : drawSecretOf(readRevealConfig(variables).drawParts);
}
