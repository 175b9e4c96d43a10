// The auditor's files: commitment, amendments, head, ledger and, after the reveal, the secret, byte
// for byte as the site publishes them.
import path from 'node:path';
import { readdir, readFile } from 'node:fs/promises';
import { type Zippable, zipSync } from 'fflate';
import { amendmentLines, readAmendments } from '../amendments.sql.ts';
import { readCommitment } from '../commitments.sql.ts';
import type { Database } from '../../database/database.ts';
import { headText, readLedgerHead } from '../ledger.sql.ts';
import { Refusal } from '../../platform/errors.ts';

// These paths are part of a commitment's terms and never change.

export const drawAddresses = {
  /** The document whose SHA-256 is the commitment, byte for byte. */
  commitment: '/draw/commitment.json',
  head: '/draw/head.json',
  /** The ledger lines that amend the commitment; often empty. */
  amendments: '/draw/amendments.jsonl',
  /** Published after the reveal. */
  ledger: '/draw/ledger.jsonl',
  /** Hex; published after the reveal. */
  secret: '/draw/secret.txt',
} as const;

/** The auditors' program with its rules and guide; relative to `/draw/`. */
export const drawProgramNames = [
  'verifier.zip',
  'draw-format.md',
  'guide-for-auditors.md',
] as const;

export const fairDrawAddress = '/draw/';

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
 * @throws Refusal if the campaign has not committed to its draw
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
    throw new Refusal(
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

const root = path.resolve(import.meta.dirname, '../../..');
const folder = path.join(root, 'verifier');

export type DrawPrograms = Readonly<Record<(typeof drawProgramNames)[number], Buffer>>;

export const programFiles = (programs: DrawPrograms) =>
  drawProgramNames.map((name) => ({ name, bytes: programs[name].byteLength }));

let programs: Promise<DrawPrograms> | undefined;

export const readDrawPrograms = (): Promise<DrawPrograms> => (programs ??= packPrograms());

/** The same bytes from each process of a version, so that two copies can be compared. */
async function packPrograms(): Promise<DrawPrograms> {
  const names = await readdir(folder);
  const parts = names.filter((name) => /^(?!.*\.test\.ts$).*\.(ts|json|md)$/.test(name)).toSorted();
  const documents = {
    'draw-format.md': await readFile(path.join(root, 'docs/reference/draw-format.md')),
    'guide-for-auditors.md': await readFile(path.join(root, 'docs/look-after/draw.md')),
  };
  const zipped: Zippable = { ...documents };
  for (const name of parts) zipped[name] = await readFile(path.join(folder, name));
  const zip = zipSync({ verifier: zipped }, { mtime: '1980-01-01T00:00:00' });
  return { 'verifier.zip': Buffer.from(zip), ...documents };
}
