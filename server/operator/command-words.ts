import type { Command } from 'commander';

/** What may come next, by the words before it: `number` → `show`, `unlock`, …. */
export type CompletionWords = {
  /** By the words of the command, joined by spaces; the empty key is the program. */
  next: ReadonlyMap<string, readonly string[]>;
  /** The choices of an option, by command and option: `report --by`. */
  choices: ReadonlyMap<string, readonly string[]>;
};

export function completionWords(program: Command): CompletionWords {
  const next = new Map<string, readonly string[]>();
  const choices = new Map<string, readonly string[]>();
  const visit = (command: Command, path: readonly string[]) => {
    const key = path.join(' ');
    const options = command.options.flatMap(({ long }) => long ?? []);
    next.set(key, [
      ...command.commands.map((inner) => inner.name()),
      ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
      ...options,
      '--help',
    ]);
    for (const { long, argChoices } of command.options) {
      if (argChoices) choices.set(`${key} ${long}`, argChoices);
    }
    for (const inner of command.commands) visit(inner, [...path, inner.name()]);
  };
  visit(program, []);
  return { next, choices };
}
