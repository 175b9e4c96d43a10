import type { Command } from 'commander';
import * as z from 'zod';
import { eraseNumber } from './number-changes.sql.ts';
import { addCommand } from '../operator/add-command.ts';
import { addChangeOptions, changeShape, operatorOf } from '../operator/options.ts';
import { RefusedError, type CommandResult, type Session } from '../operator/command-context.ts';
import { readNumberConfig } from '../main/settings/operator-config.ts';
import { numberKeysOf } from '../platform/keys.ts';
import { withOpenDatabase } from '../operator/with-database.ts';
import { confirm, readMobile } from '../operator/read-mobile.ts';
import { erasedSentence, readErasureState } from './change-number.call.ts';

const owedSentence =
  'Its voucher is not sent yet: nothing was erased. Erase it once it is sent, or add --forfeit-voucher if the owner gives it up.';

export function addNumberErase(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    detail:
      'Name, number and details. What stays is the keyed index, the state, the reward and the ledger: the number cannot claim a second reward.',
    examples: [
      'number erase --dry-run --why "erasure request 12"',
      'number erase --why "erasure request 12"',
      'number erase --why "erasure request 12" --forfeit-voucher --yes --json < number.txt',
    ],
    add: (command) => {
      command.option('--forfeit-voucher', 'also if its voucher is not sent yet: the owner agreed');
      addChangeOptions(command);
    },
    shape: { ...changeShape, forfeitVoucher: z.boolean().default(false) },
    run: ({ dryRun, yes, forfeitVoucher, ...who }) => {
      const config = readNumberConfig(context.variables);
      const { campaign } = config;
      const keys = numberKeysOf(config.secrets, campaign);
      return withOpenDatabase(context, config, async ({ database, clocks }) => {
        const operator = operatorOf(who, clocks.wall());
        const mobileIndex = keys.mobileIndex(await readMobile(context));
        const { isKnown, isOwed } = await readErasureState(database, campaign, mobileIndex);
        if (!isKnown) return answerOf(campaign, 'nothing');
        if (isOwed && !forfeitVoucher) throw new RefusedError(owedSentence);
        if (dryRun) return answerOf(campaign, 'wouldErase');
        const warning = `Name, number and details of this person are erased permanently${isOwed ? ', and the voucher that is not sent yet is lost' : ''}.`;
        await confirm(context, { warning, campaign, yes });
        const details = { number: mobileIndex.toString('hex'), forfeited: isOwed };
        const erasure = await eraseNumber(database, {
          campaign,
          mobileIndex,
          isForfeited: forfeitVoucher,
          audit: { campaign, command: 'number erase', operator, details },
        });
        if (erasure === 'voucherOwed') throw new RefusedError(owedSentence);
        return answerOf(campaign, erasure);
      });
    },
  });
}

const sentences = {
  erased: erasedSentence,
  nothing: 'Nothing is stored about this number; nothing was changed.',
  wouldErase: 'Nothing was changed. It would be erased.',
} as const;

function answerOf(campaign: string, result: keyof typeof sentences): CommandResult {
  return { text: sentences[result], json: { campaign, result } };
}
