import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Command } from 'commander';
import * as z from 'zod';
import { textOfFile } from '@inaam/campaigns/loader/read-json.ts';
import { readRevealConfig } from '../../main/settings/operator-config.ts';
import type { Database } from '../../database/database.ts';
import { countedLines, exportLedger } from '../ledger.sql.ts';
import { readReveal } from '../draw-reveal.sql.ts';
import { withDatabase } from '../../operator/with-database.ts';
import { createProgress } from '../../operator/progress.ts';
import { addCommand } from '../../operator/add-command.ts';
import { UsageError, type CommandContext, type Session } from '../../operator/command-context.ts';
import { readAuditSnapshot, secretText } from './audit-files.ts';
import { drawAddresses } from './addresses.ts';
import { formatText } from '@inaam/verifier/report.ts';
import { verifyCampaign } from '@inaam/verifier/verify-campaign.ts';

const shape = {
  head: z.string().optional(),
  site: z.string().optional(),
  expect: z.string().optional(),
  json: z.boolean().default(false),
};

type Options = z.infer<z.ZodObject<typeof shape>>;

export function addLedgerVerify(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    detail:
      'With the verifier that anybody may use. Before the reveal it uses DRAW_PART_ONE and DRAW_PART_TWO.\nOnly a head that was published elsewhere shows that nothing was removed from the end or rewritten: pass one with --site or --head.',
    examples: [
      'ledger verify --site https://win.example',
      'ledger verify --head head-of-last-night.json --json',
    ],
    add: (command) => {
      command
        .option(
          '--site <origin>',
          'compare it with the commitment and the head that the site publishes',
        )
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
          commitment: Buffer.from(saved.commitment ?? own.commitment),
          secret: Buffer.from(secretText(await secretOf(database, id, context))),
          ledger: Readable.from(ledger, { objectMode: false }),
          amendments: Buffer.from(saved.amendments ?? own.amendments),
          head: Buffer.from(own.head),
          through: saved.head === undefined ? [] : [Buffer.from(saved.head)],
          expect: options.expect,
        });
        progress.clear();
        const warning =
          saved.source === 'database'
            ? "It was compared only with the database's own head. To compare it with a published one, pass --site or --head."
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

type HeadSource = 'site' | 'file' | 'database';

/**
 * A head from outside the database. The database's own proves nothing about what is missing in it.
 */
async function readSavedHead({ head, site }: Options): Promise<{
  source: HeadSource;
  head?: string;
  commitment?: string;
  amendments?: string;
}> {
  if (head !== undefined && site !== undefined) {
    throw new UsageError('Pass either --site or --head, not both.');
  }
  if (site !== undefined) return { source: 'site', ...(await fetchPublished(site)) };
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
  return reveal ? reveal.secret : readRevealConfig(variables).drawSecret;
}

const timeoutMs = 10_000;

/**
 * Fetches the commitment, its amendments and the head of the ledger from the public site.
 * @throws UsageError if the site does not return them
 */
async function fetchPublished(
  origin: string,
): Promise<{ commitment: string; amendments: string; head: string }> {
  const [commitment, amendments, head] = await Promise.all([
    fetchText(origin, drawAddresses.commitment),
    fetchText(origin, drawAddresses.amendments),
    fetchText(origin, drawAddresses.head),
  ]);
  return { commitment, amendments, head };
}

async function fetchText(origin: string, address: string): Promise<string> {
  let why = 'it is not the address of a site';
  try {
    const url = new URL(address, origin);
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (response.ok) return await response.text();
    why = `it answered ${response.status}`;
  } catch (error) {
    if (URL.canParse(address, origin)) why = error instanceof Error ? error.name : 'no answer';
  }
  throw new UsageError(`${address} could not be read from the site of --site: ${why}.`);
}
