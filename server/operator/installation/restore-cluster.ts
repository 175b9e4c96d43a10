// Restores a base backup into a data folder: its files, the log that `--follow` copied, and the
// recovery, by a PostgreSQL that nobody else can reach.
import { chown, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startServer } from '@inaam/runtime/postgres-server.ts';
import { hasCode, temporaryRoot } from '@inaam/runtime/private-folder.ts';
import { chooseRunAs, type RunAs } from '@inaam/runtime/run-as.ts';
import { openDatabase } from '../../database/database.ts';
import { RefusedError } from '../command-context.ts';
import type { Progress } from '../progress.ts';
import {
  forgetRecovery,
  readLedgerFacts,
  readRecoveredTo,
  type LedgerFacts,
} from './backup.sql.ts';
import { isFrom, listLog, type Backup } from './backup-folder.ts';
import { assertListed, hashFile, readManifest } from './backup-manifest.ts';
import { interrupted, needServer, ToolFailed } from './backup-tools.ts';

type Restoring = {
  backup: Backup;
  /** The folder of backups. */
  from: string;
  to: string;
  /** ms; undefined: to the end of the log. */
  until: number | undefined;
  signal: AbortSignal;
  progress: Progress;
};

export type Recovered = LedgerFacts & {
  /** ms; null: no transaction came after the backup. */
  recoveredTo: number | null;
  /** Whether the log reaches beyond the backup. */
  hasLog: boolean;
};

export async function restoreCluster(restoring: Restoring): Promise<Recovered> {
  const { backup, to, progress } = restoring;
  await assertEmptyFolder(to);
  const as = await chooseRunAs(await ownerOf(to));
  const postgres = await needServer(backup.postgres, as);
  const making = `${to}.partial`;
  await mkdir(making, { mode: 0o700 }).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw cannotWrite(making, error);
    throw new RefusedError(
      `${making} is there from a restore that broke off. Nothing was changed: look that no PostgreSQL runs on it, and remove it.`,
    );
  });
  const scratch = await mkdtemp(path.join(temporaryRoot(), 'inaam-restore-'));
  try {
    await give(making, as);
    await give(scratch, as);
    await copyFiles(restoring, making, as);
    const hasLog = await addLog(restoring, making, as);
    progress.show('Replaying the log');
    const found = await recover({ restoring, postgres, making, scratch, as });
    await rename(making, to).catch((error: unknown) => {
      throw cannotWrite(to, error);
    });
    return { ...found, hasLog };
  } catch (error) {
    await rm(making, all);
    throw error;
  } finally {
    await rm(scratch, all);
  }
}

const all = { recursive: true, force: true, maxRetries: 5 } as const;

/** @throws RefusedError unless the folder is empty, or not there */
async function assertEmptyFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    if (hasCode(error, 'ENOTDIR')) return [folder];
    throw cannotWrite(folder, error);
  });
  if (names.length === 0) return;
  throw new RefusedError(
    `${folder} is not empty. Nothing was changed: name a folder that is not there yet, beside the broken one. Restore never deletes anything.`,
  );
}

/** PostgreSQL runs as the owner of its data. */
async function ownerOf(to: string): Promise<{ uid: number; gid: number }> {
  const own = await lstat(to).catch(() => undefined);
  return (
    own ?? lstat(path.dirname(to)).catch((error: unknown) => Promise.reject(cannotWrite(to, error)))
  );
}

const give = (file: string, as: RunAs) =>
  as.other ? chown(file, as.uid, as.gid) : Promise.resolve();

function cannotWrite(folder: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  return new ToolFailed(
    `${folder} cannot be made (${String(error.code)}). Name a folder inside one that this user may write to, and that has room.`,
  );
}

/** What is listed is compared, so that a damaged backup is not restored. */
async function copyFiles({ backup, signal, progress }: Restoring, making: string, as: RunAs) {
  const data = path.join(backup.folder, 'data');
  const listed = await readManifest(data);
  const entries = await readdir(data, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isDirectory())) {
    const folder = path.join(making, path.relative(data, entry.parentPath), entry.name);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await give(folder, as);
  }
  let copied = 0;
  for (const file of listed) {
    if (signal.aborted) throw interrupted();
    const found = await copyOne(path.join(data, file.path), path.join(making, file.path), as);
    assertListed(file, found);
    copied += found.size;
    progress.show('Copying', copied / backup.bytes);
  }
  const log = await readdir(path.join(data, 'pg_wal'), { withFileTypes: true });
  for (const entry of log.filter((one) => one.isFile())) {
    const name = path.join('pg_wal', entry.name);
    await copyOne(path.join(data, name), path.join(making, name), as);
  }
  const recoverySignal = path.join(making, 'recovery.signal');
  await writeFile(recoverySignal, '', { mode: 0o600 });
  await give(recoverySignal, as);
}

async function copyOne(from: string, to: string, as: RunAs) {
  const found = await hashFile(from, to).catch((error: unknown) => {
    throw hasCode(error, 'ENOENT')
      ? new ToolFailed(`The backup is damaged: ${from} is missing.`)
      : cannotWrite(to, error);
  });
  await give(to, as);
  return found;
}

/**
 * Adds the copied log to the backup's own. Of a segment that neither has completely, the fuller
 * one counts.
 * @returns whether it reaches as far as the backup, or further
 */
async function addLog({ backup, from }: Restoring, making: string, as: RunAs): Promise<boolean> {
  const { firstLog } = backup;
  if (firstLog === undefined) return false;
  const into = path.join(making, 'pg_wal');
  const last = (await readdir(into))
    .filter((name) => /^[\dA-F]{24}$/.test(name))
    .toSorted()
    .at(-1);
  let hasLog = false;
  const copied = (await listLog(from)).toSorted(
    // Complete ones last.
    (one, other) => Number(isPartial(other.name)) - Number(isPartial(one.name)),
  );
  for (const { name, file } of copied) {
    if (!name.endsWith('.history') && !isFrom(name, firstLog)) continue;
    const target = path.join(into, name.replace('.partial', ''));
    const isFuller = !isPartial(name) || (await filledOf(file)) > (await filledOf(target));
    if (isFuller) await copyOne(file, target, as);
    if (!name.endsWith('.history') && isFrom(name, last ?? firstLog)) hasLog = true;
  }
  return hasLog;
}

const isPartial = (name: string) => name.endsWith('.partial');

/** Bytes of a segment that were written; the rest of a copy is zeros. */
async function filledOf(file: string): Promise<number> {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  return bytes.findLastIndex((byte) => byte !== 0) + 1;
}

type Recovery = {
  restoring: Restoring;
  postgres: string;
  making: string;
  scratch: string;
  as: RunAs;
};

async function recover({ restoring, postgres, making, scratch, as }: Recovery) {
  const { backup, until, signal } = restoring;
  const log = path.join(scratch, 'postgres.log');
  await writeSettings(scratch, as);
  const location = { dataFolder: making, cluster: making, home: scratch, log, as };
  const server = await startServer(
    { ...location, pointer: undefined },
    { postgres, initdb: '' },
    {
      durable: true,
      settings: settingsOf(scratch, until),
      variables: {},
      log: () => undefined,
      onEnd: undefined,
      startSeconds: 86_400,
      signal,
    },
  ).catch(async () => {
    if (signal.aborted) throw interrupted();
    throw notRecovered(await readFile(log, 'utf8').catch(() => ''));
  });
  try {
    if (signal.aborted) throw interrupted();
    return await readRecovered(backup, scratch);
  } finally {
    await server.stop();
  }
}

/** Whose clients are we alone, and which takes nothing from the configuration of its machine. */
async function writeSettings(scratch: string, as: RunAs): Promise<void> {
  const files = {
    'postgresql.conf':
      'wal_level = replica\nmax_prepared_transactions = 100\nmax_locks_per_transaction = 256\n',
    'pg_hba.conf': 'local all all trust\n',
    'pg_ident.conf': '',
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(path.join(scratch, name), text, { mode: 0o600 });
    await give(path.join(scratch, name), as);
  }
}

/** On its command line: they override what `alter system` has left in the data folder. */
const settingsOf = (scratch: string, until: number | undefined) => ({
  config_file: `${scratch}/postgresql.conf`,
  hba_file: `${scratch}/pg_hba.conf`,
  ident_file: `${scratch}/pg_ident.conf`,
  ssl: 'off',
  // The log is in place.
  restore_command: 'false',
  // A recovery does not know `Z`.
  recovery_target_time:
    until === undefined ? '' : new Date(until).toISOString().replace('Z', '+00'),
  recovery_target_action: 'promote',
  hot_standby: 'off',
  primary_conninfo: '',
  archive_mode: 'off',
  synchronous_standby_names: '',
  shared_preload_libraries: '',
  logging_collector: 'off',
  log_destination: 'stderr',
});

function notRecovered(log: string): ToolFailed {
  const fatal = /(?:FATAL|PANIC): +(.*)/.exec(log)?.[1] ?? log.trim().split('\n').at(-1) ?? '';
  return new ToolFailed(
    `PostgreSQL could not recover from this backup: ${fatal}. Nothing was kept of it. Choose an earlier moment or another backup.`,
  );
}

async function readRecovered({ superuser, database: name }: Backup, scratch: string) {
  const at = `host=${encodeURIComponent(scratch)}`;
  const url = `postgres://${encodeURIComponent(superuser)}@localhost:5432/${encodeURIComponent(name)}?${at}`;
  const database = openDatabase(url, 1);
  try {
    const recoveredTo = await readRecoveredTo(database);
    await forgetRecovery(database);
    return { ...(await readLedgerFacts(database)), recoveredTo };
  } finally {
    await database.end();
  }
}
