import { openApproverKey, type ApproverKey } from '../../platform/approver-key.ts';
import { readSecretFile } from '../../platform/read-secret-file.ts';
import type { ApprovalState } from './approval.rules.ts';
import { RefusedError, UsageError, type CommandContext } from '../../operator/command-context.ts';
import { readPassphrases } from './read-passphrase.command.ts';

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
