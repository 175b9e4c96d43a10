import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { runningPostgres } from '@inaam/runtime/postgres.ts';
import { InvalidArgumentError, Option, type Command } from 'commander';
import * as z from 'zod';
import { readBackupConfig, readOperatorConfig } from '../../main/settings/operator-config.ts';
import type { Variables } from '../../main/settings/program-config.ts';
import { openDatabase } from '../../database/database.ts';
import { addCommand } from '../add-command.ts';
import { UsageError, type CommandResult, type Session } from '../command-context.ts';
import { createProgress } from '../progress.ts';
import { readServerFacts, readSlot } from './backup.sql.ts';
import {
  keepNewest,
  listBackups,
  lockFolder,
  logFolderOf,
  openBackupFolder,
  writeBackup,
  type Backup,
} from './backup-folder.ts';
import {
  chooseKind,
  majorOf,
  spelledSize,
  takeBackup,
  type Source,
  spelledTime,
} from './backup-take.ts';
import { interruptible, needTool, runTool, ToolFailed, toolVariables } from './backup-tools.ts';

/** Of the copy of the log, in the server's list. */
const slot = 'inaam_backup';

const shape = {
  to: z.string(),
  as: z.enum(['base', 'dump']).optional(),
  keep: z.number().optional(),
  follow: z.boolean().default(false),
  list: z.boolean().default(false),
};

export function addBackup(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    detail:
      'BACKUP_DATABASE_URL, or else DATABASE_URL, names the database; DATABASE_FOLDER the embedded one. Each backup is a folder that gets its name when it is complete and checked.\n\nbase (the default, where the login may replicate): the whole PostgreSQL. With --follow running beside it, nothing is lost, and you can go back to any moment; without, it loses what came after it.\ndump: this database alone, for another PostgreSQL too. It always loses what came after it.\n\nThe secrets are not in it. Without them it is worthless: keep them elsewhere.',
    examples: [
      'backup --to /mnt/backup --keep 14',
      'backup --to /mnt/backup --follow',
      'backup --to /mnt/backup --list',
    ],
    add: (command) => {
      command
        .requiredOption('--to <folder>', 'a folder on another machine’s disk')
        .addOption(new Option('--as <kind>', 'which kind').choices(['base', 'dump']))
        .option('--keep <count>', 'then delete all but the newest, 2 or more', readKeep)
        .option('--follow', 'copy the write-ahead log as it is written, until it is stopped')
        .option('--list', 'only say what is there');
    },
    shape,
    run: async ({ to, as, keep, follow, list }) => {
      const folder = await openBackupFolder(to);
      await assertApart(folder, context.variables);
      if (list) return listed(folder, await listBackups(folder));
      return interruptible((signal) =>
        withSource(context.variables, async (open) => {
          const say = (line: string) => void context.errors.write(`${line}\n`);
          const source: Source = { ...open, signal, progress: createProgress(context), say };
          if (follow) return lockFolder(folder, 'follow', () => followLog(source, folder));
          return lockFolder(folder, 'backup', () => backUp(source, folder, as, keep)).finally(() =>
            source.progress.clear(),
          );
        }),
      );
    },
  });
}

function readKeep(text: string): number {
  const count = Number(text);
  if (/^\d{1,4}$/.test(text) && count >= 2) return count;
  throw new InvalidArgumentError('Write a whole number from 2 to 9999.');
}

const isWithin = (inner: string, outer: string) => `${inner}/`.startsWith(`${outer}/`);

/** Who takes one of them must not have both. */
async function assertApart(folder: string, variables: Variables): Promise<void> {
  const settings = variables['INAAM_SETTINGS'] ?? '';
  if (settings === '') return;
  const own = await realpath(path.dirname(settings)).catch(() => undefined);
  if (own === undefined || !(isWithin(folder, own) || isWithin(own, folder))) return;
  throw new UsageError(
    `${folder} is beside the secrets in ${own}: one theft would open everything. Name a folder elsewhere, best on another machine's disk.`,
  );
}

/** Of the embedded PostgreSQL, the login that may copy it. */
async function urlOfSource(variables: Variables): Promise<string> {
  const { backupDatabaseUrl, databaseFolder } = readBackupConfig(variables);
  if (backupDatabaseUrl !== undefined) return backupDatabaseUrl;
  const embedded = databaseFolder === undefined ? undefined : await runningPostgres(databaseFolder);
  return embedded ?? readOperatorConfig(variables).databaseUrl;
}

async function withSource<Result>(
  variables: Variables,
  work: (open: Pick<Source, 'url' | 'database' | 'server'>) => Promise<Result>,
): Promise<Result> {
  const url = await urlOfSource(variables);
  const database = openDatabase(url, 2);
  try {
    return await work({ url, database, server: await readServerFacts(database) });
  } finally {
    await database.end();
  }
}

async function backUp(
  source: Source,
  folder: string,
  as: 'base' | 'dump' | undefined,
  keep: number | undefined,
): Promise<CommandResult> {
  const kind = as ?? (await chooseKind(source.server));
  const taken = await writeBackup(folder, kind, (making) => takeBackup(kind, source, making));
  const deleted = keep === undefined ? [] : await keepNewest(folder, kind, keep);
  const kept = await readSlot(source.database, slot);
  const lines = [
    `Backed up: ${taken.name}, ${spelledSize(taken.bytes)}, checked.`,
    ...(deleted.length > 0 ? [`Deleted: ${deleted.join(', ')}.`] : []),
    lossOf(kind, kept?.isActive === true),
    ...(kept?.isActive === false
      ? [
          `Nothing copies the log, and PostgreSQL keeps ${spelledSize(kept.keptBytes)} of it for that: start \`npx inaam backup --to … --follow\`.`,
        ]
      : []),
    'The secrets are not in it: keep a copy of them in another place, or it cannot be read.',
  ];
  return {
    text: lines.join('\n'),
    json: { ...taken, deleted, isFollowed: kept?.isActive === true },
  };
}

const lossOf = (kind: Backup['kind'], isFollowed: boolean) =>
  kind === 'base' && isFollowed
    ? 'The log is copied as it is written: a restore goes on from here to the last moment.'
    : `If the database is lost now, what comes after this backup is lost with it.${
        kind === 'base'
          ? ' `--follow` beside it prevents that.'
          : ' A base backup with `--follow` prevents that; this was a dump.'
      }`;

function listed(folder: string, backups: readonly Backup[]): CommandResult {
  const newest = backups.at(-1);
  const ageHours = newest && Math.floor((Date.now() - newest.startedAt) / 3_600_000);
  const lines = backups.map(
    ({ name, bytes, startedAt }) => `${name}  ${spelledSize(bytes)}  ${spelledTime(startedAt)}`,
  );
  const last = newest
    ? `The newest is ${ageHours} hours old and has ${spelledSize(newest.bytes)}.`
    : `There is no complete backup in ${folder}.`;
  return {
    text: [...lines, last].join('\n'),
    json: { backups, ageHours: ageHours ?? null },
    failed: newest === undefined,
  };
}

/** Runs until it is stopped; the slot makes the server keep what this has not copied. */
async function followLog(
  { url, server, signal, say }: Source,
  folder: string,
): Promise<CommandResult> {
  const tool = await needTool('pg_receivewal', majorOf(server));
  if (!server.replicates || server.timeline === null) {
    throw new ToolFailed(
      'This login may not copy the log of this server. Give it the right (alter role … replication), and name the primary.',
    );
  }
  const variables = toolVariables(url, tool.version);
  const create = [`--slot=${slot}`, '--create-slot', '--if-not-exists', '--no-password'];
  await runTool(tool, create, { variables, signal });
  const into = logFolderOf(folder, server.timeline);
  await mkdir(into, { recursive: true, mode: 0o700 });
  say(`Copying the write-ahead log into ${into}, until this is stopped.`);
  const words = [`--slot=${slot}`, '--synchronous', `--directory=${into}`, '--no-password'];
  await runTool(tool, words, { variables, signal, onLine: say }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return { text: 'Stopped copying the log.', json: { folder: into } };
}
