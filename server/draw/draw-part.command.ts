import { randomBytes } from 'node:crypto';
import { secretHash } from './commitment.rules.ts';
import { commandOf, requiredOption } from '../operator/add-command.ts';
import { writeNewFile } from '../platform/new-files.ts';

const partBytes = 32;

export const addDrawPart = commandOf({
  of: 'installation',
  detail:
    "Run it on the holder's own machine. It writes the part to a new file that only you can read, and prints its SHA-256, which must be in the commitment. Nobody else may see the file: anyone with both parts knows the secret. It needs no database.",
  examples: ['draw part --out part-one.txt'],
  shape: { out: requiredOption('--out <file>', 'a file that does not exist yet') },
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
