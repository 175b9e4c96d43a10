import type { Command } from 'commander';
import { readPseudonymConfig } from '../main/settings/operator-config.ts';
import { pseudonymOfNumber } from '../platform/keys.ts';
import { secretHash } from '../draw/commitment.rules.ts';
import { recordAudit } from '../database/audit-log.ts';
import { readCommitment } from '../draw/commitments.sql.ts';
import { readEntriesOf, type EntryOfPseudonym } from '../draw/ledger.sql.ts';
import { addCommand } from '../operator/add-command.ts';
import { addWhoAndWhy, operatorOf, whoAndWhy } from '../operator/options.ts';
import { RefusedError, type CommandResult, type Session } from '../operator/command-context.ts';
import { readMobile } from '../operator/read-mobile.ts';
import { withOpenDatabase } from '../operator/with-database.ts';

export function addNumberPseudonym(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    detail:
      'Asks for the number, or reads it from stdin. The key of the pseudonyms is compared with the commitment. The answer connects a person with the public ledger: show it to the auditor, and keep it nowhere.',
    examples: ['number pseudonym --why "the audit of May, with the auditor present"'],
    add: addWhoAndWhy,
    shape: whoAndWhy,
    run: (who) => {
      const { secrets, ...config } = readPseudonymConfig(context.variables);
      const { campaign } = config;
      const compared = { ...config, secrets: { index: secrets.index } };
      return withOpenDatabase(context, compared, async ({ database, clocks }) => {
        const operator = operatorOf(who, clocks.wall());
        const committed = await readCommitment(database, campaign);
        if (committed?.document.pseudonymKeySha256 !== secretHash(secrets.pseudonym)) {
          throw new RefusedError(
            `This PSEUDONYM_SECRET is not the one that campaign "${campaign}" has committed to: nothing was computed.`,
          );
        }
        const number = pseudonymOfNumber(secrets, campaign, await readMobile(context));
        const entries = await readEntriesOf(database, campaign, number.pseudonym);
        const details = { number: number.mobileIndex.toString('hex') };
        await recordAudit(database, { campaign, command: 'number pseudonym', operator, details });
        return answerOf(campaign, number.pseudonym, entries);
      });
    },
  });
}

function answerOf(
  campaign: string,
  pseudonym: Buffer,
  entries: readonly EntryOfPseudonym[],
): CommandResult {
  const name = pseudonym.toString('hex');
  const lines =
    entries.length === 0
      ? ['The ledger has no entry of it: this number was never verified in this campaign.']
      : entries.map(({ number, content }) => `  line ${number + 1}  ${content}`);
  return {
    text: [`pseudonym  ${name}`, ...lines].join('\n'),
    json: {
      campaign,
      pseudonym: name,
      entries: entries.map(({ content }): unknown => JSON.parse(content)),
    },
  };
}
