// The list of files with their checksums that PostgreSQL puts into a base backup.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { RefusedError } from '../command-context.ts';

export class BackupDamaged extends RefusedError {
  override name = 'BackupDamaged';
}

const manifestName = 'backup_manifest';

export type ListedFile = { path: string; size: number; sha256: string };

const schema = z.object({
  Files: z.array(
    z.object({
      Path: z.string(),
      Size: z.number(),
      'Checksum-Algorithm': z.literal('SHA256'),
      Checksum: z.string(),
    }),
  ),
});

/** Also copies the file, if `to` says where. */
export async function hashFile(
  file: string,
  to?: string,
): Promise<{ size: number; sha256: string }> {
  // Before the target: without a source there is none.
  const source = (await open(file)).createReadStream();
  const hash = createHash('sha256');
  let size = 0;
  const count = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      hash.update(bytes);
      size += bytes.length;
      done(null, bytes);
    },
  });
  if (to !== undefined) {
    const target = createWriteStream(to, { mode: 0o600 });
    await pipeline(source, count, target);
  } else {
    count.resume();
    await pipeline(source, count);
  }
  return { size, sha256: hash.digest('hex') };
}

/** @throws BackupDamaged */
export async function readManifest(folder: string): Promise<ListedFile[]> {
  const text = await readFile(path.join(folder, manifestName), 'utf8').catch(() => '');
  try {
    return schema.parse(JSON.parse(text)).Files.map((file) => ({
      path: file.Path,
      size: file.Size,
      sha256: file.Checksum,
    }));
  } catch {
    throw new BackupDamaged(`${folder} has no list of its files that can be read.`);
  }
}

/** @throws BackupDamaged */
export function assertListed(listed: ListedFile, found: { size: number; sha256: string }): void {
  if (listed.size === found.size && listed.sha256 === found.sha256) return;
  throw new BackupDamaged(
    `The backup is damaged: ${listed.path} is not as it was written. Take another one, and look at the disk.`,
  );
}

/** As pg_verifybackup reads it. */
export async function writeManifest(
  folder: string,
  files: readonly ListedFile[],
  wal: { timeline: number; start: string; end: string },
): Promise<void> {
  const modified = new Date().toISOString().replace('T', ' ').replace(/\..*/, ' GMT');
  const rows = files.map((file) =>
    JSON.stringify({
      Path: file.path,
      Size: file.size,
      'Last-Modified': modified,
      'Checksum-Algorithm': 'SHA256',
      Checksum: file.sha256,
    }),
  );
  const range = { Timeline: wal.timeline, 'Start-LSN': wal.start, 'End-LSN': wal.end };
  const text = [
    '{ "PostgreSQL-Backup-Manifest-Version": 1,',
    `"Files": [\n${rows.join(',\n')}\n],`,
    `"WAL-Ranges": [\n${JSON.stringify(range)}\n],\n`,
  ].join('\n');
  const sum = createHash('sha256').update(text).digest('hex');
  const whole = `${text}"Manifest-Checksum": "${sum}"}\n`;
  await writeFile(path.join(folder, manifestName), whole, { mode: 0o600 });
}
