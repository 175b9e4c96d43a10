// Runs the independent verifier as a separate program, and imports nothing from it.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { InaamError } from '../../platform/errors.ts';

const folder = path.resolve(import.meta.dirname, '../../../verifier');

/** The verifier printed the reason. */
class VerifierFailed extends InaamError {
  override name = 'VerifierFailed';
}

/** `output`: a text, or one line of JSON with `json`. */
export type Verdict = { valid: boolean; output: string };

/**
 * @param files paths by name; `saved.json` is an earlier head that the ledger must contain. Without
 *   `secret.txt`, only what can be verified before the reveal is, and the answer is always JSON
 * @param options `expect`: the commitment's hash as published elsewhere
 * @throws VerifierFailed if the verifier could not run; or the error of `signal`
 */
export async function runVerifier(
  files: Readonly<Record<string, string>>,
  { expect, json, signal }: { expect?: string | undefined; json: boolean; signal?: AbortSignal },
): Promise<Verdict> {
  const args = Object.entries(options).flatMap(([name, option]) => {
    const file = files[name];
    return file === undefined ? [] : [option, file];
  });
  if (expect !== undefined) args.push('--expect', expect);
  if (json) args.push('--json');
  const program = path.join(folder, 'secret.txt' in files ? 'verify.ts' : 'verify-chain.ts');
  const { exit, output } = await run([program, ...args], signal);
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

async function run(
  args: readonly string[],
  signal: AbortSignal | undefined,
): Promise<{ exit: number; output: string }> {
  const child = spawn(process.execPath, [...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // The verifier needs no key of our environment, and reads files that others may have changed.
    env: {},
    killSignal: 'SIGKILL',
    ...(signal ? { signal } : {}),
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve(code ?? 2));
  });
  const [exit, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { exit, output: output === '' ? errors : output };
}
