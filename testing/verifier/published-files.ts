// A campaign's published files in a temporary folder, and the verdict of both verifiers.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, onTestFinished } from 'vitest';
import { Participants } from '@inaam/verifier/participants.ts';
import { formatJson } from '@inaam/verifier/report.ts';
import {
  verifyCampaign,
  type VerifyOptions,
  type Verdict,
} from '@inaam/verifier/verify-campaign.ts';
import {
  chain,
  commitmentOf,
  documentOf,
  generateEntries,
  inOrder,
  sealed,
  secret,
  smallPlan,
  type Entry,
  type Plan,
} from './honest-campaign.ts';

export type Published = {
  commitment: string;
  secret: string;
  ledger: string | Buffer;
  amendments?: string;
  head?: string;
};
/** The files of a finished campaign. */
export type FinishedCampaign = Required<Published> & { ledger: string };

/**
 * Undefined: not installed. The interpreter itself: where `python3` is a version manager's script,
 * that takes longer to start than Python.
 */
export const python = findPython();
export const hasPython = python !== undefined;

function findPython(): string | undefined {
  const asks = ['-c', 'import sys; print(sys.executable)'];
  const { status, stdout } = spawnSync('python3', asks, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Builds a campaign's files; omitted ones are valid. `entries` are chained in the given order. */
export function publish(
  changed: { document?: string; entries?: readonly Entry[]; secret?: string } = {},
): FinishedCampaign {
  const document = changed.document ?? documentOf(smallPlan);
  const commitment = commitmentOf(document);
  const next = chain(commitment);
  let previous = commitment.toString('hex');
  const lines = (changed.entries ?? validEntries()).map((entry) => {
    const isOpen = entry['kind'] === 'amended' && entry['seal'] === undefined;
    const chained = next(inOrder(isOpen ? sealed(entry, previous) : entry));
    previous = chained.hash;
    return { ...chained, isAmended: entry['kind'] === 'amended' };
  });
  const hash = lines.at(-1)?.hash ?? commitment.toString('hex');
  return {
    commitment: document,
    secret: changed.secret ?? `${secret.toString('hex')}\n`,
    ledger: lines.map(({ line }) => line).join(''),
    amendments: lines.flatMap(({ line, isAmended }) => (isAmended ? [line] : [])).join(''),
    head: inOrder({ at: '2025-05-16T00:00Z', entries: lines.length, hash }),
  };
}

export const validEntries = (plan: Plan = smallPlan, most = 400, seed = 1) => [
  ...generateEntries(plan, most, seed),
];

/** Writes files into a folder that is removed after the test; returns the verifier's options. */
export async function writeFiles(
  files: Partial<Record<keyof Published, string | Buffer>>,
): Promise<VerifyOptions> {
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-verifier-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const at = (name: string) => path.join(folder, name);
  for (const [name, content] of Object.entries(files)) await writeFile(at(name), content);
  const head = files.head === undefined ? {} : { head: at('head') };
  const amendments = files.amendments === undefined ? {} : { amendments: at('amendments') };
  const [commitment, secretFile, ledger] = [at('commitment'), at('secret'), at('ledger')];
  return { commitment, secret: secretFile, ledger, ...amendments, ...head };
}

let running: { child: ChildProcess; lines: AsyncIterator<string> } | undefined;

/** The verdict that verify.py prints. */
export function pythonVerdict(options: VerifyOptions): Promise<string> {
  // One at a time, even if an earlier call failed: results arrive in order.
  const answer = turn.then(() => askPython(options));
  turn = answer.catch(() => undefined);
  return answer;
}

let turn: Promise<unknown> = Promise.resolve();

async function askPython(options: VerifyOptions): Promise<string> {
  running ??= startPython();
  const { through = [], ...files } = options;
  const named = Object.entries(files).flatMap(([name, value = '']) => [`--${name}`, value]);
  const args = [...named, ...through.flatMap((file) => ['--through', file])];
  running.child.stdin?.write(`${JSON.stringify(args)}\n`);
  const { value, done } = await running.lines.next();
  if (done === true) throw new Error('Failed to verify by Python: it ended. See its output above.');
  return `${value}\n`;
}

function startPython() {
  const program = path.join(import.meta.dirname, 'verdicts.py');
  const child = spawn(python ?? 'python3', ['-B', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

afterAll(() => {
  running?.child.stdin?.end();
  running = undefined;
});

/** More than any test publishes; `participants.test.ts` shows that the size changes no verdict. */
const participantsMax = 8192;

/**
 * The verdict on files. If Python is installed, verify.py must print the same bytes.
 * @throws Error if the two verifiers disagree
 */
export async function verdictOf(
  files: Published,
  more: Partial<VerifyOptions> = {},
): Promise<Verdict> {
  const options = { ...(await writeFiles(files)), ...more };
  // Allocating a table for a million takes longer than verifying most of these files.
  const verdict = await verifyCampaign(options, new Participants(participantsMax));
  if (!hasPython) return verdict;
  const [own, other] = [formatJson(verdict), await pythonVerdict(options)];
  if (own !== other) throw new Error(`The verifiers disagree:\n${own}${other}`);
  return verdict;
}
