// Runs the independent verifier as a program of its own, on files: what it says is its own. Imports nothing of it.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { UsageError } from './command-context.ts';

const program = path.resolve(import.meta.dirname, '../../verifier/verify.ts');

/** What it said: a text, or a line of JSON where it was asked for that. */
export type Verdict = { valid: boolean; said: string };

/**
 * @param files where the files lie, by their names; `kept.json` is a head that the ledger must go through
 * @param asked `expect`: the commitment as it was written down elsewhere
 * @throws WrongUse where it could not be tried, by the verifier's own sentence
 */
export async function runVerifier(
  files: Readonly<Record<string, string>>,
  { expect, json }: { expect?: string | undefined; json: boolean },
): Promise<Verdict> {
  const words = Object.entries(options).flatMap(([name, option]) => {
    const file = files[name];
    return file === undefined ? [] : [option, file];
  });
  if (expect !== undefined) words.push('--expect', expect);
  if (json) words.push('--json');
  const { exit, said } = await run(words);
  if (exit > 1) throw new UsageError(`The verifier could not try it: ${said.trim()}`);
  return { valid: exit === 0, said };
}

const options = {
  'commitment.json': '--commitment',
  'secret.txt': '--secret',
  'ledger.jsonl': '--ledger',
  'head.json': '--head',
  'kept.json': '--through',
} as const;

async function run(words: readonly string[]): Promise<{ exit: number; said: string }> {
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve(code ?? 2));
  });
  const [exit, said, complaint] = await Promise.all([
    ended,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { exit, said: said === '' ? complaint : said };
}
