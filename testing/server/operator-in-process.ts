// The operator's command line within the test's own process: with another clock, at a terminal at
// which somebody types, and at once. Never part of a program.
import { PassThrough } from 'node:stream';
import type { Variables } from '@inaam/server/config.ts';
import { runOperator } from '@inaam/server/operator/run-operator.ts';

type Setting = {
  variables?: Variables;
  /** What is typed at the terminal; undefined: there is none. */
  typed?: string;
  /** What the campaign's clock says, `YYYY-MM-DD`, midnight in India. */
  day?: string;
};

const told = (stream: PassThrough) => String(stream.read() ?? '');

/** Runs a command; answers its exit code, its answer, and what it said beside it. */
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
  return { exit, output: told(output), errors: told(errors) };
}
