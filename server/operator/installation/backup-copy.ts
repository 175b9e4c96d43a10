// A base backup without pg_basebackup, for the PostgreSQL of the packages, which has none: its
// files are copied between pg_backup_start and pg_backup_stop.
import { access, constants, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '@inaam/runtime/private-folder.ts';
import { onConnection, type Database } from '../../database/database.ts';
import { beginCopy, endCopy } from './backup.sql.ts';
import { BackupDamaged, hashFile, writeManifest, type ListedFile } from './backup-manifest.ts';
import { interrupted } from './backup-tools.ts';

/** Of a running server, or filled anew. The log is copied when it is known which of it. */
const leftOut =
  /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|backup_manifest|tablespace_map|current_logfiles|.*\.signal|postgresql\.auto\.conf\.tmp)$|^pg_(?:wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/|(?:^|\/)(?:pg_internal\.init|pgsql_tmp)/;

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
  const entries = (await readdir(from, { recursive: true, withFileTypes: true }))
    .map((entry) => ({ entry, name: path.relative(from, path.join(entry.parentPath, entry.name)) }))
    .filter(({ name }) => !leftOut.test(name));
  const folders = entries.flatMap(({ entry, name }) => (entry.isDirectory() ? [name] : []));
  for (const name of [...folders, 'pg_wal/archive_status']) {
    await mkdir(path.join(to, name), { recursive: true, mode: 0o700 });
  }
  const files: ListedFile[] = [];
  const names = entries.flatMap(({ entry, name }) => (entry.isFile() ? [name] : []));
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
