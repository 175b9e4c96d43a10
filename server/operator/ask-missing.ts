import { createInterface } from 'node:readline/promises';
import { UsageError, type CommandContext } from './command-context.ts';

type Given = Readonly<Record<string, string | undefined>>;

type Question = {
  name: string;
  label: string;
  /** May depend on the answers before it. */
  fallback?: string | ((answers: Given) => string);
};

/**
 * Asks at a terminal for what was not given as an option; an empty line uses the fallback. Without
 * a terminal the fallbacks are used.
 * @throws UsageError that names what has neither an answer nor a fallback
 */
export async function askMissing(
  { input, errors }: Pick<CommandContext, 'input' | 'errors'>,
  given: Given,
  questions: readonly Question[],
): Promise<Given> {
  const answers: Record<string, string | undefined> = { ...given };
  const open = questions.filter(({ name }) => answers[name] === undefined);
  const reader =
    input.isTTY === true && open.length > 0
      ? createInterface({ input, output: errors, terminal: false })
      : undefined;
  const lines = reader?.[Symbol.asyncIterator]();
  for (const { name, label, fallback } of open) {
    const suggested = typeof fallback === 'function' ? fallback(answers) : fallback;
    if (lines) errors.write(`${label}${suggested === undefined ? '' : ` [${suggested}]`}: `);
    const line = await lines?.next();
    const typed = line === undefined || line.done === true ? '' : line.value.trim();
    answers[name] = typed === '' ? suggested : typed;
  }
  reader?.close();
  const missing = questions
    .filter(({ name, fallback }) => answers[name] === undefined && fallback === undefined)
    .map(({ name }) => `--${name}`);
  if (missing.length === 0) return answers;
  throw new UsageError(`Give ${missing.join(', ')}, or answer at a terminal.`);
}
