// Takes one backup of a running database.
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../database/database.ts';
import type { Progress } from '../progress.ts';
import { readLedgerFacts, type ServerFacts } from './backup.sql.ts';
import { canCopy, copyCluster } from './backup-copy.ts';
import { firstLogOf, sizeOf, type Description, type Backup } from './backup-folder.ts';
import { assertListed, hashFile, readManifest } from './backup-manifest.ts';
import {
  findTool,
  interrupted,
  needTool,
  runTool,
  ToolFailed,
  toolVariables,
} from './backup-tools.ts';
import { indianTime } from '../../platform/format.ts';

export type Source = {
  url: string;
  database: Database;
  server: ServerFacts;
  signal: AbortSignal;
  progress: Progress;
  /** To a person, at once. */
  say: (line: string) => void;
};
export type Kind = Description['kind'];

export const majorOf = ({ version }: ServerFacts) => Math.floor(version / 10_000);

/** A base backup, where that is possible: only with one can the copied log be replayed. */
export async function chooseKind(server: ServerFacts): Promise<Kind> {
  if (!server.replicates || server.tablespaces > 0) return 'dump';
  const tool = await findTool('pg_basebackup', majorOf(server));
  return tool || (await canCopyFiles(server)) ? 'base' : 'dump';
}

const canCopyFiles = async ({ isSuperuser, dataFolder }: ServerFacts) =>
  isSuperuser && (await canCopy(dataFolder));

export async function takeBackup(kind: Kind, source: Source, folder: string): Promise<Description> {
  const startedAt = Date.now();
  // Before it begins: the backup has at least these entries.
  const facts = await readLedgerFacts(source.database);
  const own = kind === 'base' ? await takeBase(source, folder) : await takeDump(source, folder);
  const size = await sizeOf(folder);
  if (source.signal.aborted) throw interrupted();
  const { database, superuser } = source.server;
  const of = { postgres: majorOf(source.server), database, superuser };
  return { kind, ...of, startedAt, endedAt: Date.now(), bytes: size, ...own, ...facts };
}

async function takeDump(source: Source, folder: string) {
  const { url, server, signal, progress } = source;
  const tool = await needTool('pg_dump', majorOf(server));
  const file = path.join(folder, 'inaam.dump');
  const variables = toolVariables(url, tool.version);
  progress.show('Dumping the database');
  const words = ['--format=custom', `--file=${file}`, '--no-password'];
  await runTool(tool, words, { variables, signal });
  progress.show('Checking the dump');
  const restore = await needTool('pg_restore', tool.version);
  await runTool(restore, ['--list', file], { variables, signal });
  const { sha256 } = await hashFile(file);
  return { tool: tool.version, sha256 };
}

async function takeBase(source: Source, folder: string) {
  const { server } = source;
  const data = path.join(folder, 'data');
  if (server.tablespaces > 0) {
    throw new ToolFailed(
      'The database has a tablespace outside its data folder, which a base backup here leaves out. Use --as dump.',
    );
  }
  if (!server.replicates) {
    throw new ToolFailed(
      'This login may not take a base backup. Give it the right (alter role … replication), or use --as dump.',
    );
  }
  const major = majorOf(server);
  const tool = await findTool('pg_basebackup', major);
  if (tool) await runBaseBackup(source, tool, data);
  else if (await canCopyFiles(server)) await copyData(source, data);
  else await needTool('pg_basebackup', major);
  const firstLog = await firstLogOf(data);
  return { tool: tool?.version ?? major, ...(firstLog === undefined ? {} : { firstLog }) };
}

async function runBaseBackup(
  { url, signal, progress }: Source,
  tool: { path: string; version: number },
  data: string,
): Promise<void> {
  await mkdir(data, { mode: 0o700 });
  const variables = toolVariables(url, tool.version);
  const words = [
    `--pgdata=${data}`,
    '--checkpoint=fast',
    '--wal-method=stream',
    '--manifest-checksums=SHA256',
    '--no-password',
    '--progress',
  ];
  const onLine = (line: string) => {
    const percent = /\((\d+)%\)/.exec(line)?.[1];
    if (percent !== undefined) progress.show('Copying the database', Number(percent) / 100);
  };
  await runTool(tool, words, { variables, signal, onLine });
  progress.show('Checking the copy');
  const verify = await needTool('pg_verifybackup', tool.version);
  // It reads the log with pg_waldump, which may be in the server's package.
  const hasDump = existsSync(path.join(path.dirname(verify.path), 'pg_waldump'));
  const all = hasDump ? [] : ['--no-parse-wal'];
  await runTool(verify, ['--quiet', ...all, data], { variables, signal });
}

async function copyData({ database, server, signal, progress }: Source, data: string) {
  const onShare = (share: number) => progress.show('Copying the database', share);
  await copyCluster(database, { from: server.dataFolder ?? '', to: data, signal, onShare });
  progress.show('Checking the copy');
  await verifyCopy(data);
}

/** @throws BackupDamaged */
async function verifyCopy(data: string): Promise<void> {
  for (const listed of await readManifest(data)) {
    assertListed(listed, await hashFile(path.join(data, listed.path)));
  }
}

export function spelledSize(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1024)) / 10), units.length);
  return `${(bytes / 1024 ** power).toFixed(power > 2 ? 1 : 0)} ${units[power - 1] ?? ''}`;
}

// What follows a restore, in its order.
/** @param at ms */
export const spelledTime = (at: number) => `${indianTime(at)} IST`;

type Restored = {
  backup: Backup;
  from: string;
  /** A data folder; undefined: into a database. */
  folder: string | undefined;
  /** ms; undefined: to the latest moment that there is. */
  until: number | undefined;
  /** Whether the log was replayed that `--follow` had copied. */
  hasLog: boolean;
  migration: string | null;
  /** The newest migration of this version. */
  ownMigration: string | undefined;
};

/** Also says why, since nobody reads a manual at that hour. */
export function stepsAfter(restored: Restored): string[] {
  const { backup, from, folder, until, hasLog, migration, ownMigration } = restored;
  const lost = until ?? (hasLog ? undefined : backup.startedAt);
  const needsMigrate = folder === undefined || migration !== ownMigration;
  return [
    'Keep every program stopped until its step.',
    ...(folder === undefined
      ? ['Name this database in the settings of every program.']
      : [
          `Let PostgreSQL use ${folder}: move the broken data folder aside, put this one in its place, and start PostgreSQL alone.`,
        ]),
    ...(needsMigrate
      ? ['Run `npx inaam migrate`: it makes the roles, their rights and what this version needs.']
      : []),
    `Export what the SMS provider has sent since ${lost === undefined ? 'shortly before the loss' : spelledTime(lost)}: a CSV with number and text.`,
    `Run \`npx inaam ledger verify --head <newest saved head${lost === undefined ? '' : ' before that moment'}>\`. VALID: nothing up to that head is lost. NOT VALID: find a later backup.`,
    'Run `npx inaam vouchers reconcile <that CSV> --why "the database was restored"`: each code that was sent stays with its number.',
    lost === undefined
      ? 'Start `draw` with the same DRAW_HEAD_FILE. Its log says "Drawing."'
      : 'Start `draw` with the same DRAW_HEAD_FILE. If entries are lost, it refuses the ledger: follow "The draw refuses the ledger" in docs/run/draw-and-keys.md. Tell the brand what the ledger lacks.',
    `Begin the backup again: \`npx inaam backup --to ${from} --follow\` and \`npx inaam backup --to ${from}\`.`,
    'Start `deliver`, then `serve`. Each /ready answers {"ready":true}.',
  ];
}
