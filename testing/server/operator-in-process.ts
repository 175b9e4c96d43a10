// Runs the operator's command line inside the test's process, with a chosen clock and terminal
// input.
import { PassThrough } from 'node:stream';
import type { Variables } from '@inaam/server/config.ts';
import { runOperator } from '@inaam/server/operator/run-operator.ts';

type Setting = {
  variables?: Variables;
  /** Input at the terminal; undefined: no terminal. */
  typed?: string;
  /** The campaign's date, `YYYY-MM-DD`, at midnight in India. */
  day?: string;
};

const textOf = (stream: PassThrough) => String(stream.read() ?? '');

/** Returns the exit code, stdout and stderr. */
export async function runOperatorInProcess(
  words: readonly string[],
  { variables = {}, typed, day = '2025-05-01' }: Setting = {},
): Promise<{ exit: number; output: string; errors: string }> {
  const input = Object.assign(new PassThrough(), { isTTY: typed !== undefined });
  const [output, errors] = [new PassThrough(), new PassThrough()];
  input.end(`${typed ?? ''}\n`);
  const campaign = () => Date.parse(`${day}T00:00:00+05:30`);
  const exit = await runOperator(words, {
    name: 'npm run operator --',
    variables,
    clocksOf: async () => ({ wall: () => Date.now(), campaign, stop: () => undefined }),
    input,
    output,
    errors,
  });
  return { exit, output: textOf(output), errors: textOf(errors) };
}
