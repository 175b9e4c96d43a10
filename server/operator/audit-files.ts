// What an auditor takes away, as files: commitment, head, ledger, and the secret once it is known. The same bytes as the
// site publishes. Changes nothing in the database, and never writes over a file.
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readCommitment } from '../storage/commitments.ts';
import type { Database } from '../storage/database.ts';
import { headText, readLedgerHead } from '../storage/ledger-export.ts';
import { RefusedError } from './command-context.ts';

/** What is published of a campaign, as it stood at one moment. */
export type AuditSnapshot = {
  commitment: string;
  head: string;
  /** How many entries of the ledger belong to that head, and the hash of the last one. */
  entries: number;
  hash: string;
};

/**
 * @param now wall time, ms
 * @throws Refused where the campaign has not committed to its draw: there is nothing then
 */
export async function readAuditSnapshot(
  database: Database,
  id: string,
  now: number,
): Promise<AuditSnapshot> {
  const commitment = await readCommitment(database, id);
  const head = await readLedgerHead(database, id);
  if (!commitment || !head) {
    throw new RefusedError(
      `Campaign "${id}" has no ledger in this database: its draw is not committed to. Run \`draw commit\` first.`,
    );
  }
  return { commitment: commitment.text, head: headText(head, now), ...head };
}

/** The secret as it is published: hex and a newline. */
export const secretText = (secret: Uint8Array): string =>
  `${Buffer.from(secret).toString('hex')}\n`;

/** Writes files into a folder, made if need be; answers where they are. @throws Refused where one is there */
export async function writeFiles(
  folder: string,
  files: Readonly<Record<string, Iterable<string> | AsyncIterable<string>>>,
): Promise<Record<string, string>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const written: Record<string, string> = {};
  for (const [name, text] of Object.entries(files)) {
    written[name] = path.join(folder, name);
    await writeNewFile(written[name], text);
  }
  return written;
}

/** Writes a file of its own, or none. @throws Refused where it is there */
export async function writeNewFile(
  file: string,
  text: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  try {
    const parts = typeof text === 'string' ? [text] : text;
    await pipeline(Readable.from(parts), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new RefusedError(`${file} is there already: nothing was written. Name another place.`);
    }
    await rm(file, { force: true });
    throw error;
  }
}
