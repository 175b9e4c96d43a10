import path from 'node:path';
import { Argument, type Command } from 'commander';
import * as z from 'zod';
import { addCommand } from './add-command.ts';
import type { Session } from './command-context.ts';
import { completionWords } from './command-words.ts';
import { shells, shellScript } from './shell-script.ts';

const root = path.resolve(import.meta.dirname, '../..');

export function addCompletion(program: Command, session: Session): void {
  addCommand(program, session, {
    name: 'completion',
    summary: 'print what makes a shell complete these commands',
    detail:
      'The script defines `inaam`, which runs these commands from any folder, and completes it. Write a line such as the example into the start file of your shell.',
    examples: [
      'completion bash > ~/.inaam-completion && echo ". ~/.inaam-completion" >> ~/.bashrc',
    ],
    add: (command) => command.addArgument(new Argument('<shell>', 'your shell').choices(shells)),
    shape: { argument: z.enum(shells) },
    run: async ({ argument: shell }) => {
      const script = shellScript(shell, completionWords(program), root);
      return { text: script.trimEnd(), json: { shell, script } };
    },
  });
}
