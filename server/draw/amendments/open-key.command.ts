import { openApproverKey, type ApproverKey } from '../../platform/approver-key.ts';
import { readSecretFile } from '../../platform/read-secret-file.ts';
import type { ApprovalState } from './approval.rules.ts';
import { RefusedError, UsageError, type CommandContext } from '../../operator/command-context.ts';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/**
 * Asks for the passphrase and opens an approver's key.
 * @returns the approver's name, and the key
 * @throws UsageError for the file or the passphrase; RefusedError if the key belongs to no approver
 */
export async function openKey(
  context: Pick<CommandContext, 'input' | 'errors'>,
  file: string,
  { approvers }: ApprovalState,
): Promise<{ name: string; key: ApproverKey }> {
  if (!approvers) {
    throw new RefusedError(
      'Nothing was changed: this campaign does not ask for two people. Leave --key out.',
    );
  }
  const read = readSecretFile(file);
  if ('problem' in read) throw new UsageError(`--key ${read.problem}.`);
  const [passphrase = ''] = await readPassphrases(context, ['Passphrase of your key']);
  const key = openApproverKey(read.text, passphrase);
  if (key === 'noKeyFile') {
    throw new UsageError('--key names no key file. "approvals key" makes one.');
  }
  if (key === 'wrongPassphrase') {
    throw new UsageError('Nothing was changed: the passphrase is not that of this key.');
  }
  const approver = approvers.find((one) => one.key === key.publicKey);
  if (approver) return { name: approver.name, key };
  const names = approvers.map(({ name }) => name).join(', ');
  throw new RefusedError(
    `Nothing was changed: this key is of no approver. The approvers are ${names}.`,
  );
}

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
