// The auditor's files: commitment, amendments, head, ledger and, after the reveal, the secret, byte
// for byte as the site publishes them.
import path from 'node:path';
import { amendmentLines, readAmendments } from '../amendments/amendments.sql.ts';
import { readCommitment } from '../commitments.sql.ts';
import type { Database } from '../../database/database.ts';
import { headText, readLedgerHead } from '../ledger.sql.ts';
import { InaamError, Refusal } from '../../platform/errors.ts';
import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { type Zippable, zipSync } from 'fflate';
import { drawProgramNames } from './addresses.ts';
import { text } from 'node:stream/consumers';

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

// Runs the independent verifier as a separate program, and imports nothing from it.

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

/** The verifier printed the reason. */
class VerifierFailed extends InaamError {
  override name = 'VerifierFailed';
}

/** `output`: a text, or one line of JSON with `json`. */
export type Verdict = { valid: boolean; output: string };

/**
 * @param files paths by name; `saved.json` is an earlier head that the ledger must contain.
 * @param options `expect`: the commitment's hash as published elsewhere
 * @throws VerifierFailed if the verifier could not run
 */
export async function runVerifier(
  files: Readonly<Record<string, string>>,
  { expect, json }: { expect?: string | undefined; json: boolean },
): Promise<Verdict> {
  const args = Object.entries(options).flatMap(([name, option]) => {
    const file = files[name];
    return file === undefined ? [] : [option, file];
  });
  if (expect !== undefined) args.push('--expect', expect);
  if (json) args.push('--json');
  const { exit, output } = await run([path.join(folder, 'verify.ts'), ...args]);
  if (exit > 1) throw new VerifierFailed(`The verifier could not run: ${output.trim()}`);
  return { valid: exit === 0, output };
}

const options = {
  'commitment.json': '--commitment',
  'amendments.jsonl': '--amendments',
  'secret.txt': '--secret',
  'ledger.jsonl': '--ledger',
  'head.json': '--head',
  'saved.json': '--through',
} as const;

async function run(args: readonly string[]): Promise<{ exit: number; output: string }> {
  const child = spawn(process.execPath, [...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // The verifier needs no key of our environment, and reads files that others may have changed.
    env: {},
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve(code ?? 2));
  });
  const [exit, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { exit, output: output === '' ? errors : output };
}
