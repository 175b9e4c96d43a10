import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { CommandContext } from '../../operator/command-context.ts';

/**
 * Asks at a terminal, which does not show what is typed, or reads the first lines of stdin. Never
 * an argument or a variable, because other programs on the machine can read those.
 * @returns one answer for each question; empty if there is none
 */
export async function readPassphrases(
  { input, errors }: Pick<CommandContext, 'input' | 'errors'>,
  questions: readonly string[],
): Promise<string[]> {
  const isTerminal = input.isTTY === true;
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: unseen, terminal: isTerminal });
  try {
    const reader = lines[Symbol.asyncIterator]();
    const answers: string[] = [];
    for (const question of questions) {
      if (isTerminal) errors.write(`${question}: `);
      const line = await reader.next();
      if (isTerminal) errors.write('\n');
      answers.push(line.done === true ? '' : line.value);
    }
    return answers;
  } finally {
    lines.close();
  }
}
