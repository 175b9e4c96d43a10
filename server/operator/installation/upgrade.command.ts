import { globSync, statSync } from 'node:fs';
import path from 'node:path';
import { Option, type Command } from 'commander';
import * as z from 'zod';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { InaamError } from '../../platform/errors.ts';
import { checkOf, oneLine, type Finding } from '../../console/checks/finding.ts';
import { checkCommitment, checkDatabase } from '../../console/checks/campaign-checks.ts';
import { openDatabase, type Database } from '../../database/database.ts';
import {
  assertKnown,
  readApplied,
  readMigrations,
} from '../../database/schema/applied-migrations.ts';
import {
  productVersion,
  readProcesses,
  runningPrograms,
  type RunningProgram,
} from '../../database/processes.ts';
import { readOperatorConfig } from '../../main/settings/operator-config.ts';
import { addCommand } from '../add-command.ts';
import type { CommandContext, CommandResult, Session } from '../command-context.ts';
import { doctorReport } from '../doctor.command.ts';
import { checkSettings } from '../settings-checks.ts';
import { readLongTransactions, readSessions } from './sessions.sql.ts';

const root = path.resolve(import.meta.dirname, '../../..');

export function addUpgrade(parent: Command, session: Session): void {
  addCommand(parent, session, {
    detail:
      'Run it in the folder of the new version, with the settings of the installation, while the old programs run. It changes nothing. The exit code is 1 if the upgrade must not be done.',
    examples: ['upgrade --check', 'upgrade --check --of draw --json'],
    add: (command) => {
      command
        .requiredOption('--check', 'look, and change nothing')
        .addOption(
          new Option('--of <program...>', 'the programs whose settings are here')
            .choices(runningPrograms)
            .default(['serve', 'deliver']),
        )
        .option('--no-settings', 'leave out what needs settings beside DATABASE_URL');
    },
    shape: { of: z.array(z.enum(runningPrograms)), settings: z.boolean() },
    run: ({ of, settings }) => check(session.context, settings ? of : []),
  });
}

async function check(
  context: CommandContext,
  programs: readonly RunningProgram[],
): Promise<CommandResult> {
  const { databaseUrl, campaign } = readOperatorConfig(context.variables);
  const database = openDatabase(databaseUrl, 2, 'general', 'inaam_operator');
  try {
    const findings = [
      checkNode(),
      checkBuild(),
      ...checkSettings(context.variables, programs).findings,
      ...(await checkInstallation(database, campaign)),
    ];
    const report = doctorReport(campaign, findings);
    const text = report.failed === true ? 'Do not upgrade yet.' : steps.join('\n');
    return { ...report, text: `${report.text}\n${text}` };
  } finally {
    await database.end();
  }
}

const steps = [
  'The steps, in this order (docs/run/upgrade.md):',
  '1. `npx inaam backup --to <folder>`, with the old version.',
  '2. `npx inaam migrate`, while the old programs run.',
  '3. Stop the old `draw`, start the new one with the same DRAW_HEAD_FILE, wait for "Drawing."',
  '4. Start the new `deliver`, wait for "Delivering.", stop the old one.',
  '5. Start the new `serve` on another port; when /ready answers 200, move the proxy to it, and stop the old one.',
  '6. Stop the old `console`, start the new one. Keep the old folder: to go back, start its programs without `migrate`.',
];

const neededNode = 24;

function checkNode(): Finding {
  const node = checkOf('Node');
  const found = `This is Node ${process.versions.node}.`;
  return Number.parseInt(process.versions.node, 10) >= neededNode
    ? node.ok(found)
    : node.fault(
        found,
        `The programs need Node ${neededNode}, which the packages contain: \`npm ci\`.`,
      );
}

const built = ['web/dist/index.html', 'web/preview/dist/index.html', 'console/dist/index.html'];
const sources = '{web,console,contract}/**/*.{ts,tsx,css,html}';

const isNoSource = (name: string) => /(?:^|\/)(?:node_modules|dist)$|\.test\.tsx?$/.test(name);

/** Neither page says of which version it is: it must be younger than what it is made of. */
function checkBuild(): Finding {
  const build = checkOf('build');
  const mend = 'Run `npm run build` in this folder.';
  const changed = (file: string) =>
    statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs;
  const missing = built.filter((file) => changed(file) === undefined);
  if (missing.length > 0) return build.fault(`${missing.join(', ')}: not there.`, mend);
  const files = globSync(sources, { cwd: root, exclude: isNoSource });
  const newest = Math.max(...files.map((file) => changed(file) ?? 0));
  const oldest = Math.min(...built.map((file) => changed(file) ?? 0));
  return newest > oldest
    ? build.warning('The pages are older than a file that they are made of.', mend)
    : build.ok('Site and console are built.');
}

async function checkInstallation(database: Database, campaign: string): Promise<Finding[]> {
  const first = await guarded('database', () => checkDatabase(database));
  if (first.state !== 'ok') {
    return [first, checkOf('everything else').skipped('It needs the database.')];
  }
  return [
    first,
    await guarded('migrations', () => checkNewMigrations(database)),
    await guarded('locks', () => checkLocks(database)),
    await guarded('commitment', async () =>
      checkCommitment(database, await loadCampaign(campaign), undefined),
    ),
    await guarded('programs', () => checkPrograms(database, campaign)),
  ];
}

async function guarded(name: string, work: () => Promise<Finding>): Promise<Finding> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InaamError)) throw error;
    return checkOf(name).fault(oneLine(error.message));
  }
}

async function checkNewMigrations(database: Database): Promise<Finding> {
  const finding = checkOf('migrations');
  const migrations = await readMigrations();
  const applied = await readApplied(database);
  assertKnown(applied, migrations);
  const missing = migrations.filter(({ number }) => !applied.has(number));
  if (missing.length === 0) return finding.ok('There is none to apply.');
  const names = missing.map(({ name }) => name).join(', ');
  const indexes = missing.filter(({ sql }) => /^create (?:unique )?index concurrently/im.test(sql));
  const building =
    indexes.length > 0 ? ` Indexes that are built while the site runs: ${indexes.length}.` : '';
  return finding.ok(`To apply: ${names}. The old programs go on.${building}`);
}

async function checkLocks(database: Database): Promise<Finding> {
  const finding = checkOf('locks');
  const [longest, ...others] = await readLongTransactions(database, 60);
  return longest === undefined
    ? finding.ok('No transaction that this login may see has lasted a minute.')
    : finding.warning(
        `Transactions of more than a minute: ${others.length + 1}; the longest is of ${longest.login}, ${longest.seconds} seconds.`,
        '`npx inaam migrate` waits for them, and gives up rather than stop the site. Wait for their end, such as that of a dump.',
      );
}

/** By version, if the old schema has what `status` reads; or else by login. */
async function checkPrograms(database: Database, campaign: string): Promise<Finding> {
  const all = await readProcesses(database, campaign).catch(() => []);
  const running = all.filter(({ isSilent }) => !isSilent);
  if (running.length > 0) {
    const named = running.map(({ program, version, host }) => `${program} ${version} (${host})`);
    return checkOf('programs').ok(`This is ${productVersion}. Running: ${named.join(', ')}.`);
  }
  const sessions = await readSessions(database);
  const spelled = sessions
    .filter(({ isOurs }) => isOurs)
    .map(({ login, sessions: count }) => `${login} (${count})`);
  return checkOf('programs').ok(
    spelled.length === 0
      ? 'None is connected to the database.'
      : `Connected to the database, by login and sessions: ${spelled.join(', ')}.`,
  );
}
