// The auditor's files: commitment, amendments, head, ledger and, after the reveal, the secret, byte
// for byte as the site publishes them.
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { amendmentLines, readAmendments } from '../amendments/amendments.sql.ts';
import { readCommitment } from '../commitments.sql.ts';
import type { Database } from '../../database/database.ts';
import { headText, readLedgerHead } from '../ledger.sql.ts';
import { InaamError } from '../../platform/errors.ts';

/** Nothing was changed. */
export class AuditFilesRefused extends InaamError {
  override name = 'AuditFilesRefused';
}

/** What is published of a campaign at one moment. */
export type AuditSnapshot = {
  commitment: string;
  amendments: string;
  head: string;
  /** Number of ledger entries up to that head, and the hash of the last one. */
  entries: number;
  hash: string;
};

/**
 * @param now wall time, ms
 * @throws AuditFilesRefused if the campaign has not committed to its draw
 */
export async function readAuditSnapshot(
  database: Database,
  id: string,
  now: number,
): Promise<AuditSnapshot> {
  const commitment = await readCommitment(database, id);
  const head = await readLedgerHead(database, id);
  const amendments = await readAmendments(database, id);
  if (!commitment || !head) {
    throw new AuditFilesRefused(
      `Campaign "${id}" has no ledger in this database: its draw is not committed to. Run \`draw commit\` first.`,
    );
  }
  return {
    commitment: commitment.text,
    // Omits later amendments.
    amendments: amendmentLines(amendments.filter(({ number }) => number < head.entries)),
    head: headText(head, now),
    ...head,
  };
}

/** The secret as it is published: hex and a newline. */
export const secretText = (secret: Uint8Array): string =>
  `${Buffer.from(secret).toString('hex')}\n`;

type FileParts = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/**
 * Writes new files into a folder, which it creates if needed.
 * @returns their paths by name
 * @throws AuditFilesRefused if one exists
 */
export async function writeFiles(
  folder: string,
  files: Readonly<Record<string, string | FileParts>>,
): Promise<Record<string, string>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const written: Record<string, string> = {};
  for (const [name, text] of Object.entries(files)) {
    written[name] = path.join(folder, name);
    await writeNewFile(written[name], text);
  }
  return written;
}

/** Writes a new file completely or not at all. @throws AuditFilesRefused if it exists */
export async function writeNewFile(file: string, text: string | FileParts): Promise<void> {
  try {
    const parts = typeof text === 'string' ? [text] : text;
    await pipeline(Readable.from(parts), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new AuditFilesRefused(
        `${file} already exists and was not changed. Choose another place.`,
      );
    }
    await rm(file, { force: true });
    throw error;
  }
}
