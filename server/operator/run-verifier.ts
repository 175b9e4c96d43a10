// Runs the independent verifier as a separate program, on files. Imports nothing of it.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { UsageError } from './command-context.ts';

const program = path.resolve(import.meta.dirname, '../../verifier/verify.ts');

/** `output`: a text, or one line of JSON with `json`. */
export type Verdict = { valid: boolean; output: string };

/**
 * @param files paths by name; `saved.json` is an earlier head that the ledger must contain
 * @param options `expect`: the commitment's hash as it was published elsewhere
 * @throws UsageError where the verifier could not run, with its message
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
  const { exit, output } = await run(args);
  if (exit > 1) throw new UsageError(`The verifier could not run: ${output.trim()}`);
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
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve(code ?? 2));
  });
  const [exit, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { exit, output: output === '' ? errors : output };
}
