import { execFile } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { loadLaunched } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { recordAudit, type Operator } from '@inaam/server/database/audit-log.ts';
import { readProcesses } from '@inaam/server/database/processes.ts';
import { readDrawInForce } from '@inaam/server/draw/ledger.sql.ts';
import { commandOf, flagOption } from '@inaam/server/operator/add-command.ts';
import { table } from '@inaam/server/operator/answer.ts';
import {
  RefusedError,
  UsageError,
  type CommandContext,
  type CommandResult,
} from '@inaam/server/operator/command-context.ts';
import { operatorOf, whoAndWhy } from '@inaam/server/operator/options.ts';
import { campaignsOf } from '@inaam/server/operator/settings/read-settings.ts';
import { furtherFiles, retiredMark } from '@inaam/server/operator/settings/settings-file.ts';
import { withDatabase, type DatabaseContext } from '@inaam/server/operator/with-database.ts';
import { deletions } from '@inaam/server/participants/cleanup.sql.ts';
import { indianTime } from '@inaam/server/platform/format.ts';
import { writeWhole } from '@inaam/server/platform/new-files.ts';
import { dayAfter, dayMs, dayStart, indianDay } from '@inaam/server/platform/period.rules.ts';
import { readStockAtHand } from '@inaam/server/vouchers/stock-at-hand.sql.ts';

export const addCampaignRetire = commandOf({
  of: 'installation',
  detail:
    'After its last day: stops and disables its programs, and takes its site out of Caddy. Its rows and secrets stay, and `deliver` of the first campaign goes on to delete what has expired. No other campaign is touched.',
  examples: ['campaign retire tea-2027 --why "the promotion is over"'],
  add: (command) => command.argument('<id>', 'a further campaign of this installation'),
  shape: {
    ...whoAndWhy,
    argument: z.string(),
    owed: flagOption('--owed', 'although vouchers are owed, which nobody would send'),
  },
  run: ({ argument: id, ...options }, { context }) => retire(context, id, options),
});

type Options = { by: string; why?: string | undefined; owed: boolean };

async function retire(context: CommandContext, id: string, options: Options) {
  const file = fileOf(context, id);
  const folder = path.dirname(file);
  const variables = { ...context.variables, CAMPAIGN: undefined, INAAM_SETTINGS: file };
  return withDatabase({ ...context, variables }, async (open): Promise<CommandResult> => {
    const operator = operatorOf(options, open.clocks.wall());
    const campaign = context.campaign ?? (await loadLaunched(id));
    const owed = await assertOver(open, campaign, options.owed);
    const stopped = await stopUnits(folder, id);
    await assertStopped(open);
    await recordRetirement(open, operator, owed);
    const caddy = await closeSite(folder);
    writeWhole(path.join(folder, retiredMark), `${indianTime(operator.at)} IST\n`, { mode: 0o644 });
    const due = await dueDays(open);
    const lines = [
      `"${id}" is retired. ${[...stopped, ...caddy].join(' ')}`.trim(),
      `Its rows and ${path.join(folder, 'secrets')} stay: keep both in the backups.`,
      'The first campaign’s `deliver` goes on to delete what has expired, at the latest:',
      table(
        ['what', 'on'],
        due.map(({ what, on }) => [what, on]),
      ),
      `Its commands still work: ${context.name} --campaign ${id} export`,
    ];
    return { text: lines.join('\n'), json: { campaign: id, result: 'retired', owed, due } };
  });
}

/** @throws UsageError if it is no further campaign, RefusedError if it is the first or retired */
function fileOf({ variables }: CommandContext, id: string): string {
  const { INAAM_SETTINGS: named = '' } = variables;
  const isOf = (file: string) => path.basename(path.dirname(file)) === id;
  const file = furtherFiles(named).find(isOf);
  if (file !== undefined) return file;
  if (furtherFiles(named, true).some(isOf)) throw new RefusedError(`"${id}" is retired already.`);
  const [first, ...others] = campaignsOf({ ...variables, INAAM_CAMPAIGN: undefined });
  if (first?.id === id) {
    throw new RefusedError(
      `"${id}" is the first campaign: the others have its secrets and its console. Only further ones can be retired.`,
    );
  }
  const ids = others.map((one) => one.id).join(', ');
  throw new UsageError(`There is no further campaign "${id}" here, but ${ids || 'none'}.`);
}

/** @returns how many vouchers are owed @throws RefusedError before the end, or if any is owed */
async function assertOver(
  { database, clocks, id }: DatabaseContext,
  campaign: ServerCampaign,
  isAsked: boolean,
): Promise<number> {
  const inForce = await readDrawInForce(database, id);
  // Without a commitment nobody took part.
  if (!inForce) return 0;
  const { lastDay } = inForce;
  if (clocks.campaign() < dayStart(dayAfter(lastDay))) {
    throw new RefusedError(`"${id}" goes on until ${lastDay}. Nothing was changed.`);
  }
  const stock = await readStockAtHand(database, campaign, clocks);
  const owed = stock.reduce((sum, one) => sum + one.owed, 0);
  if (owed === 0 || isAsked) return owed;
  throw new RefusedError(
    `${owed} vouchers are owed. Nothing was changed: load codes, and wait until they are sent. With --owed nobody sends them, and the data of who they are owed to stays.`,
  );
}

async function stopUnits(folder: string, id: string): Promise<string[]> {
  const units = path.join(folder, 'systemd');
  const names = existsSync(units) ? readdirSync(units) : [];
  const own = names.filter((name) => name.includes(`@${id}.`));
  const installed = own.filter((name) => existsSync(path.join('/etc/systemd/system', name)));
  if (installed.length === 0) return [];
  await systemctl('disable', '--now', ...installed);
  for (const name of installed) rmSync(path.join('/etc/systemd/system', name));
  await systemctl('daemon-reload');
  // It has the campaigns that were there as it started.
  await systemctl('try-restart', 'inaam-console.service');
  return [`Stopped and disabled: ${installed.join(', ')}.`];
}

/** @throws RefusedError */
const systemctl = (...words: string[]) =>
  promisify(execFile)('systemctl', words).catch((error: Error & { stderr?: string }) => {
    const why = (error.stderr ?? error.message).trim();
    throw new RefusedError(`systemctl ${words.join(' ')} failed: ${why}. Run it again.`);
  });

/** @throws RefusedError if one of its programs runs, here or elsewhere */
async function assertStopped({ database, id }: DatabaseContext): Promise<void> {
  const running = (await readProcesses(database, id)).filter(
    ({ program, isSilent }) => program !== 'console' && !isSilent,
  );
  if (running.length === 0) return;
  const where = running.map(({ program, host }) => `${program} (${host})`).join(', ');
  throw new RefusedError(`Still running: ${where}. Stop it, and run the same command again.`);
}

const recordRetirement = ({ database, id }: DatabaseContext, operator: Operator, owed: number) =>
  recordAudit(database, { campaign: id, command: 'campaign retire', operator, details: { owed } });

/** What is not named Caddyfile is not imported. */
async function closeSite(folder: string): Promise<string[]> {
  const site = path.join(folder, 'Caddyfile');
  if (!existsSync(site)) return [];
  renameSync(site, `${site}.retired`);
  return ['Its site is closed after: systemctl reload caddy.'];
}

/** By the last row that can be there. */
async function dueDays({ database, clocks, id }: DatabaseContext) {
  const lastDay = (await readDrawInForce(database, id))?.lastDay;
  const from = Math.max(clocks.campaign(), lastDay === undefined ? 0 : dayStart(lastDay));
  const kept = [...deletions, { kind: 'numbers', days: 30 }].filter(({ days }) => days > 0);
  const byDays = Map.groupBy(kept, ({ days }) => days);
  return [...byDays]
    .toSorted(([one], [other]) => one - other)
    .map(([days, kinds]) => ({
      what: kinds.map(({ kind }) => kind).join(', '),
      on: indianDay(from + days * dayMs),
    }));
}
