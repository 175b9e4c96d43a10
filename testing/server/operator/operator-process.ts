// Runs the operator's command line as a child process, with stdout and stderr separate.
import { runScript } from '../../runtime/run-script.ts';
import type { Environment } from '../programs/program-process.ts';

export type Operated = {
  exit: number;
  output: string;
  errors: string;
  /** The line of JSON on stdout. */
  json: () => Record<string, unknown>;
};

/**
 * @param words the arguments
 * @param variables the whole environment
 */
export async function runOperatorProcess(
  words: readonly string[],
  variables: Environment = {},
): Promise<Operated> {
  const environment = { CAMPAIGN: 'biscuit-2025', ...variables };
  const file = 'server/main/operator.ts';
  const { exit, stdout, stderr } = await runScript(file, words, environment);
  return { exit, output: stdout, errors: stderr, json: () => JSON.parse(stdout) };
}
