import { readFile, mkdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import path from 'node:path';
import * as z from 'zod';
import { textOfFile } from '@inaam/campaigns/loader/read-json.ts';
import { readRevealConfig } from '../../operator/settings/operator-config.ts';
import type { Database } from '../../database/database.ts';
import { countedLines, exportLedger } from '../ledger.sql.ts';
import { drawSecretOf } from '../commitment.rules.ts';
import { readReveal } from '../draw-reveal.sql.ts';
import { withDatabase } from '../../operator/with-database.ts';
import { createProgress } from '../../operator/progress.ts';
import { commandOf, requiredOption, textOption, wholeNumber } from '../../operator/add-command.ts';
import { UsageError, type CommandContext, RefusedError } from '../../operator/command-context.ts';
import { readAuditSnapshot, secretText } from './audit-files.ts';
import { formatText } from '@inaam/verifier/report.ts';
import { verifyCampaign } from '@inaam/verifier/verify-campaign.ts';
import { recordAudit } from '../../database/audit-log.ts';
import { operatorOf, whoAndWhy } from '../../operator/options.ts';
import { writeNewFile } from '../../platform/new-files.ts';
import { setEntriesAside } from '../cards/checked-ledger.sql.ts';

const shape = {
  head: textOption('--head <file>', 'compare it with a head that you saved'),
  expect: textOption('--expect <hash>', 'the published commitment that you saved'),
  json: z.boolean().default(false),
};

type Options = z.infer<z.ZodObject<typeof shape>>;

export const addLedgerVerify = commandOf({
  detail:
    'Uses the verifier that anybody can run. Before the reveal it uses DRAW_PART_ONE and DRAW_PART_TWO.\nOnly a head that was published elsewhere shows that nothing was removed from the end or rewritten: pass one with --head, and the published commitment with --expect.',
  examples: ['ledger verify --head head-of-last-night.json --json'],
  shape,
  run: (options, { context }) =>
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

export const addLedgerExport = commandOf({
  detail:
    'As JSON lines, with pseudonyms: ledger.jsonl together with commitment.json, amendments.jsonl, head.json and, after the reveal, secret.txt.',
  examples: ['ledger export --folder for-the-auditor --why "requested by the brand"'],
  shape: {
    folder: requiredOption('--folder <folder>', 'a folder without any of these files'),
    ...whoAndWhy,
  },
  run: ({ folder, ...who }, { context }) =>
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

const command = 'ledger set-aside';

export const addLedgerSetAside = commandOf({
  detail:
    'For a `draw` that has stopped at a wrong entry: it skips what is wrong up to the given entry, and continues. No voucher of such an entry is ever sent, and an auditor still finds it in the ledger. An amendment cannot be set aside, nor a ledger that was replaced.',
  examples: ['ledger set-aside --through 5317 --why "granted by the intruder of 3 July"'],
  add: (added) => {
    added.requiredOption('--through <entry>', 'the last of them', wholeNumber(0, 999_999_999));
  },
  shape: { through: z.number(), ...whoAndWhy },
  run: ({ through, ...who }, { context }) =>
    withDatabase(context, async ({ database, clocks, id }) => {
      const operator = operatorOf(who, clocks.wall());
      const audit = { campaign: id, command, operator, details: { through } };
      if (!(await setEntriesAside(database, id, through + 1, audit))) {
        throw new RefusedError(
          `Nothing was changed: the draw has not stopped at an entry up to ${through}, or there is no such entry. Its /ready names the entry.`,
        );
      }
      return {
        text: `What is wrong up to entry ${through} is set aside. The draw continues within a second.`,
        json: { campaign: id, through },
      };
    }),
});
