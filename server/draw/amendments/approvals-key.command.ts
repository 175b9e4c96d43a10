import type { Command } from 'commander';
import * as z from 'zod';
import { makeApproverKey } from '../../platform/approver-key.ts';
import { addCommand } from '../../operator/add-command.ts';
import { writeNewFile } from '../../platform/new-files.ts';
import { UsageError, type Session } from '../../operator/command-context.ts';
import { readPassphrases } from './open-key.command.ts';

const passphraseMin = 12;

export function addApprovalsKey(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    detail:
      'Writes it to a new file that only you can read and only your passphrase opens, and prints the public key, which goes into draw.json before the draw is committed to. Nobody else may have the file. It needs no database.',
    examples: ['approvals key --out asha.key'],
    add: (command) => {
      command.requiredOption('--out <file>', 'a file that does not exist yet');
    },
    shape: { out: z.string().min(1) },
    run: async ({ out }) => {
      const isTerminal = context.input.isTTY === true;
      const [passphrase = '', again] = await readPassphrases(context, [
        'Passphrase for the new key',
        ...(isTerminal ? ['The same passphrase again'] : []),
      ]);
      if (passphrase.length < passphraseMin) {
        throw new UsageError(
          `Nothing was written: choose a passphrase of ${passphraseMin} characters or more, such as four words.`,
        );
      }
      if (isTerminal && again !== passphrase) {
        throw new UsageError('Nothing was written: the two passphrases differ.');
      }
      const { file, publicKey } = makeApproverKey(passphrase);
      await writeNewFile(out, [file]);
      return {
        text: `Written to ${out}. The public key, which you may show:\n  ${publicKey}\nKeep a copy of the file: without it and its passphrase you cannot approve anything.`,
        json: { file: out, publicKey },
      };
    },
  });
}
