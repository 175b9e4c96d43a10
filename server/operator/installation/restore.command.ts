import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { InvalidArgumentError, type Command } from 'commander';
import * as z from 'zod';
import { readDatabaseUrl } from '../../main/settings/database-url.ts';
import type { Variables } from '../../main/settings/program-config.ts';
import { openDatabase, transaction, type Database } from '../../database/database.ts';
import { readMigrations } from '../../database/schema/applied-migrations.ts';
import { addCommand } from '../add-command.ts';
import { RefusedError, UsageError, type CommandResult, type Session } from '../command-context.ts';
import { createProgress, type Progress } from '../progress.ts';
import { readProgram } from '../settings-checks.ts';
import {
  beginFiguresAnew,
  isEmptyDatabase,
  readLedgerFacts,
  readServerFacts,
  readSessions,
} from './backup.sql.ts';
import { listBackups, lockFolder, openBackupFolder, type Backup } from './backup-folder.ts';
import { assertListed, hashFile } from './backup-manifest.ts';
import { majorOf, spelledTime, stepsAfter } from './backup-take.ts';
import { interruptible, needTool, runTool, ToolFailed, toolVariables } from './backup-tools.ts';
import { restoreCluster, type Recovered } from './restore-cluster.ts';

const shape = {
  from: z.string(),
  to: z.string(),
  until: z.number().optional(),
  trial: z.boolean().default(false),
};

type Options = z.infer<z.ZodObject<typeof shape>>;

export function addRestore(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    detail:
      'A base backup goes into a data folder that is not there yet, a dump into an empty database. The newest backup is taken, or the one whose folder is named. It never deletes anything, and starts no program.\n\nGoing back to an earlier moment forgets rewards that shoppers were shown: do it only for data that was destroyed.',
    examples: [
      'restore --from /mnt/backup --to /var/lib/postgresql/15/restored',
      'restore --from /mnt/backup --to /var/lib/postgresql/15/restored --until "2026-07-01 10:40"',
      'restore --from /mnt/backup --to postgres://inaam@localhost/restored --trial',
    ],
    add: (command) => {
      command
        .requiredOption('--from <folder>', 'a folder of backups, or one backup in it')
        .requiredOption(
          '--to <place>',
          'a new data folder, or the address of an empty database; its password can be in ~/.pgpass',
        )
        .option('--until <time>', 'the moment to go back to, in Indian time', readMoment)
        .option('--trial', 'beside the running programs, to see that it works');
    },
    shape,
    run: (options) =>
      interruptible((signal) =>
        restore(options, context.variables, signal, createProgress(context)),
      ),
  });
}

/** @returns ms */
function readMoment(text: string): number {
  const [, day = '', time = '', zone] =
    /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)\s*(IST|Z|[+-]\d{2}:?\d{2})?$/i.exec(
      text.trim(),
    ) ?? [];
  const offset = zone === undefined || zone.toUpperCase() === 'IST' ? '+05:30' : zone;
  const at = Date.parse(`${day}T${time}${offset}`);
  if (Number.isNaN(at)) {
    throw new InvalidArgumentError('Write Indian time, such as "2026-07-01 10:40".');
  }
  if (at > Date.now()) throw new InvalidArgumentError('This moment has not come yet.');
  return at;
}

async function restore(
  { from, to, until, trial }: Options,
  variables: Variables,
  signal: AbortSignal,
  progress: Progress,
): Promise<CommandResult> {
  const isAddress = /^postgres(?:ql)?:/i.test(to);
  const named = await openBackupFolder(from, { mustExist: true });
  const backup = choose(await listBackups(named), named, isAddress, until);
  const parent = backup.folder === named ? path.dirname(named) : named;
  if (!trial) await assertStopped(variables);
  const own = (await readMigrations()).at(-1)?.name;
  const folder = isAddress ? undefined : path.resolve(to);
  const work = async () =>
    folder === undefined
      ? { ...(await restoreDump(backup, to, signal, progress)), hasLog: false, recoveredTo: null }
      : restoreCluster({ backup, from: parent, to: folder, until, signal, progress });
  const found = await lockFolder(folder ?? to, 'restore', work).finally(() => progress.clear());
  const steps = stepsAfter({
    backup,
    from: parent,
    folder,
    until,
    hasLog: found.hasLog,
    migration: found.migration,
    ownMigration: own,
  });
  return answer(backup, found, trial ? [] : steps);
}

function choose(
  backups: readonly Backup[],
  from: string,
  isAddress: boolean,
  until: number | undefined,
): Backup {
  const kind = isAddress ? 'dump' : 'base';
  const ofKind = backups.filter((backup) => backup.kind === kind);
  const other = isAddress
    ? 'A base backup needs a data folder (--to <folder>).'
    : 'A dump needs an empty database (--to postgres://…).';
  if (until !== undefined && isAddress) {
    throw new UsageError('A dump has one moment: --until is for base backups.');
  }
  const usable = ofKind.filter(({ endedAt }) => until === undefined || endedAt <= until);
  const chosen = usable.at(-1);
  if (chosen) return chosen;
  if (backups.length === 0) throw new RefusedError(`There is no complete backup in ${from}.`);
  if (ofKind.length === 0) throw new RefusedError(`There is no ${kind} in ${from}. ${other}`);
  throw new RefusedError(
    `No backup in ${from} was complete at that moment. The oldest was at ${spelledTime(ofKind[0]?.endedAt ?? 0)}.`,
  );
}

/** What goes on meanwhile would be lost: on a database that answers, nothing of ours may run. */
async function assertStopped(variables: Variables): Promise<void> {
  // A new machine may have no settings yet.
  const { config } = readProgram('operator', variables);
  if (!config) return;
  const database = openDatabase(config.databaseUrl, 1);
  try {
    let ours = await runningSessions(database);
    // PostgreSQL lists a session for a moment after its program has ended.
    for (let checks = 0; ours.length > 0 && checks < 20; checks += 1) {
      await wait(100);
      ours = await runningSessions(database);
    }
    if (ours.length === 0) return;
    throw new RefusedError(
      `Programs still run on the installation's database (${spelledSessions(ours)}). Nothing was changed. Stop every \`serve\`; wait until \`npx inaam vouchers stock\` says that none is owed; then stop \`deliver\`, \`draw\`, \`console\` and \`backup --follow\`. Only to see that a backup works: --trial.`,
    );
  } finally {
    await database.end();
  }
}

async function runningSessions(database: Database) {
  const sessions = await readSessions(database).catch(() => []);
  return sessions.filter(({ isOurs }) => isOurs);
}

const spelledSessions = (all: readonly { login: string; sessions: number }[]) =>
  all.map(({ login, sessions }) => `${login}: ${sessions}`).join(', ');

async function restoreDump(backup: Backup, to: string, signal: AbortSignal, progress: Progress) {
  const read = readDatabaseUrl(to);
  if ('problem' in read) throw new UsageError(`--to ${read.problem}.`);
  const tool = await needTool('pg_restore', backup.tool);
  const database = openDatabase(read.url, 2);
  try {
    await assertFit(database, backup);
    const file = path.join(backup.folder, 'inaam.dump');
    progress.show('Checking the dump');
    const { sha256, size } = await hashFile(file);
    assertListed({ path: file, size, sha256: backup.sha256 ?? '' }, { sha256, size });
    progress.show('Restoring');
    const variables = toolVariables(read.url, tool.version);
    const name = variables['PGDATABASE'] ?? 'inaam';
    const words = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
    const all = [...words, '--no-password', `--dbname=${name}`, file];
    await runTool(tool, all, { variables, signal });
    await transaction(database, beginFiguresAnew);
    return await readLedgerFacts(database);
  } finally {
    await database.end();
  }
}

async function assertFit(database: Database, backup: Backup): Promise<void> {
  const server = await readServerFacts(database);
  if (majorOf(server) < backup.postgres) {
    throw new ToolFailed(
      `The dump is of PostgreSQL ${backup.postgres}, and this database is of ${majorOf(server)}. Use ${backup.postgres} or later.`,
    );
  }
  if (!(await isEmptyDatabase(database))) {
    throw new RefusedError(
      'This database is not empty. Nothing was changed: make a new one beside it (createdb). Restore never deletes anything.',
    );
  }
  const sessions = await readSessions(database);
  if (sessions.length > 0) {
    throw new RefusedError(
      `Somebody else uses this database (${spelledSessions(sessions)}). Nothing was changed: stop them.`,
    );
  }
}

function answer(
  backup: Backup,
  { heads, migration, recoveredTo }: Omit<Recovered, 'hasLog'>,
  steps: readonly string[],
): CommandResult {
  const moment = spelledTime(recoveredTo ?? backup.startedAt);
  const lines = [
    `Restored: ${backup.name}, as it was at ${moment}.`,
    ...heads.map(({ campaign, entries }) => `The ledger of ${campaign} has ${entries} entries.`),
    steps.length === 0
      ? 'This was a trial. When you have looked at it, remove it yourself.'
      : 'What follows, in this order:',
    ...steps.map((step, at) => `${at + 1}. ${step}`),
  ];
  return {
    text: lines.join('\n'),
    json: { backup: backup.name, recoveredTo, heads, migration, steps },
  };
}
