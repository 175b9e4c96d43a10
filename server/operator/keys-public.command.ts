import type { Command } from 'commander';
import { readVouchersConfig } from '../main/settings/operator-config.ts';
import { voucherPublicKeyOf } from '../platform/voucher-seal.ts';
import { addCommand } from './add-command.ts';
import type { Session } from './command-context.ts';

export function addKeysPublic(parent: Command, session: Session): void {
  addCommand(parent, session, {
    name: 'keys public',
    summary: 'print VOUCHER_PUBLIC_KEY of the console, with which voucher codes are sealed',
    detail:
      'It is the public half of the first key of VOUCHER_SEAL_KEYS and no secret: with it nothing can be opened. Print it again when the first key has changed.',
    examples: ['keys public'],
    shape: {},
    run: async () => {
      const { secrets } = readVouchersConfig(session.context.variables);
      const { id, key } = voucherPublicKeyOf(secrets.voucherSeal);
      const value = `${id}:${Buffer.from(key).toString('base64')}`;
      return { text: `VOUCHER_PUBLIC_KEY=${value}`, json: { voucherPublicKey: value } };
    },
  });
}
