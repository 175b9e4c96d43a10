// A base backup without pg_basebackup, for the PostgreSQL of the packages, which has none: its
// files are copied between pg_backup_start and pg_backup_stop.
import { access, constants, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '@inaam/runtime/private-folder.ts';
import { onConnection, type Database } from '../../database/database.ts';
import { beginCopy, endCopy } from './backup.sql.ts';
import { BackupDamaged, hashFile, writeManifest, type ListedFile } from './backup-manifest.ts';
import { interrupted } from './backup-tools.ts';

/** Folders that PostgreSQL fills anew. The log is copied when it is known which of it. */
const emptied = new Set(
  `pg_wal pg_replslot pg_dynshmem pg_notify pg_serial pg_snapshots pg_stat_tmp pg_subtrans`.split(
    ' ',
  ),
);
/** Files of a running server. */
const leftOut =
  /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|backup_manifest|tablespace_map|current_logfiles|.*\.signal|postgresql\.auto\.conf\.tmp)$|(?:^|\/)(?:pg_internal\.init|pgsql_tmp)/;

export async function canCopy(dataFolder: string | null): Promise<boolean> {
  if (dataFolder === null) return false;
  const control = path.join(dataFolder, 'global', 'pg_control');
  return access(control, constants.R_OK).then(
    () => true,
    () => false,
  );
}

type Copying = {
  from: string;
  to: string;
  signal: AbortSignal;
  onShare: (share: number) => void;
};

/** @throws BackupDamaged if the server removed what is needed */
export function copyCluster(database: Database, copying: Copying): Promise<void> {
  return onConnection(database, async (connection) => {
    await beginCopy(connection);
    const files = await copyFiles(copying);
    const end = await endCopy(connection);
    await copyLog(copying, end.first, end.last);
    const label = path.join(copying.to, 'backup_label');
    await writeFile(label, end.label, { mode: 0o600 });
    const listed = { path: 'backup_label', ...(await hashFile(label)) };
    const timeline = Number.parseInt(end.first.slice(0, 8), 16);
    const wal = { timeline, start: end.start, end: end.stop };
    await writeManifest(copying.to, [...files, listed], wal);
  });
}

async function copyFiles({ from, to, signal, onShare }: Copying): Promise<ListedFile[]> {
  const control = 'global/pg_control';
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const named = entries.map((entry) => ({
    entry,
    name: path.join(path.relative(from, entry.parentPath), entry.name),
  }));
  await mkdir(to, { recursive: true, mode: 0o700 });
  const kept = named.filter(
    ({ name }) => !leftOut.test(name) && !emptied.has(name.split(path.sep)[0] ?? ''),
  );
  const folders = named.filter(
    ({ entry, name }) => entry.isDirectory() && (emptied.has(name) || !isInEmptied(name)),
  );
  for (const { name } of folders) {
    if (!leftOut.test(name)) await mkdir(path.join(to, name), { recursive: true, mode: 0o700 });
  }
  await mkdir(path.join(to, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 });
  const files: ListedFile[] = [];
  const names = kept.flatMap(({ entry, name }) => (entry.isFile() ? [name] : []));
  // The control file comes last, as in pg_basebackup.
  for (const name of [...names.filter((one) => one !== control), control]) {
    if (signal.aborted) throw interrupted();
    const found = await hashFile(path.join(from, name), path.join(to, name)).catch(
      // PostgreSQL has removed it: the log does that again.
      (error: unknown) => {
        if (hasCode(error, 'ENOENT')) return undefined;
        throw error;
      },
    );
    if (!found) continue;
    files.push({ path: name, ...found });
    onShare(files.length / names.length);
  }
  return files;
}

const isInEmptied = (name: string) => {
  const [first = '', ...rest] = name.split(path.sep);
  return rest.length > 0 && emptied.has(first);
};

async function copyLog({ from, to }: Copying, first: string, last: string): Promise<void> {
  const names = await readdir(path.join(from, 'pg_wal'));
  const wanted = names.filter(
    (name) =>
      name.endsWith('.history') || (/^[\dA-F]{24}$/.test(name) && name >= first && name <= last),
  );
  if (!wanted.includes(first) || !wanted.includes(last)) {
    throw new BackupDamaged('PostgreSQL removed a part of its log too early. Back up again.');
  }
  for (const name of wanted) {
    await hashFile(path.join(from, 'pg_wal', name), path.join(to, 'pg_wal', name));
  }
}
