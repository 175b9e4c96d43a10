import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import * as z from 'zod';
import { secretHash } from './commitment.rules.ts';
import { addCommand } from '../operator/add-command.ts';
import { writeNewFile } from '../platform/new-files.ts';
import type { Session } from '../operator/command-context.ts';

const partBytes = 32;

export function addDrawPart(parent: Command, session: Session): void {
  addCommand(parent, session, {
    detail:
      "On its holder's own machine. Writes it to a new file that only you can read, and prints its SHA-256, which must be in the commitment. Nobody else may see the file: who has both parts knows the secret. It needs no database.",
    examples: ['draw part --out part-one.txt'],
    add: (command) => {
      command.requiredOption('--out <file>', 'a file that does not exist yet');
    },
    shape: { out: z.string().min(1) },
    run: async ({ out }) => {
      const part = randomBytes(partBytes);
      await writeNewFile(out, [`${part.toString('base64')}\n`]);
      const sha256 = secretHash(part);
      return {
        text: `Written to ${out}. Its SHA-256, which you may show:\n  ${sha256}\nKeep a copy until after the end: without it nobody can check the draw.`,
        json: { file: out, sha256 },
      };
    },
  });
}
