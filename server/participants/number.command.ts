import { eraseNumber } from './number-changes.sql.ts';
import { commandOf, flagOption } from '../operator/add-command.ts';
import { changeShape, operatorOf, whoAndWhy } from '../operator/options.ts';
import { RefusedError, type CommandResult } from '../operator/command-context.ts';
import { readNumberConfig, readPseudonymConfig } from '../operator/settings/operator-config.ts';
import { numberKeysOf, pseudonymsOfNumber } from '../platform/keys.ts';
import { withOpenDatabase } from '../operator/with-database.ts';
import { confirm, readMobile } from '../operator/read-mobile.ts';
import { erasedSentence, readErasureState } from './change-number.call.ts';
import { secretHash } from '../draw/commitment.rules.ts';
import { recordAudit } from '../database/audit-log.ts';
import type { Database } from '../database/database.ts';
import { readCommitment } from '../draw/commitments.sql.ts';
import { readEntriesOf, type EntryOfPseudonym } from '../draw/ledger.sql.ts';

const owedSentence =
  'A voucher of it is not sent yet: nothing was erased. Erase it once it is sent, or add --forfeit-voucher if the owner gives it up.';

export const addNumberErase = commandOf({
  detail:
    'Name, number and details. The keyed index, the state, the reward and the ledger remain: the number cannot claim more than it may.',
  examples: [
    'number erase --dry-run --why "erasure request 12"',
    'number erase --why "erasure request 12"',
    'number erase --why "erasure request 12" --forfeit-voucher --yes --json < number.txt',
  ],
  shape: {
    forfeitVoucher: flagOption(
      '--forfeit-voucher',
      'even if its voucher is not sent yet: the owner agreed',
    ),
    ...changeShape,
  },
  run: ({ dryRun, yes, forfeitVoucher, ...who }, { context }) => {
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

const sentences = {
  erased: erasedSentence,
  nothing: 'Nothing is stored about this number; nothing was changed.',
  wouldErase: 'Nothing was changed. It would be erased.',
} as const;

function answerOf(campaign: string, result: keyof typeof sentences): CommandResult {
  return { text: sentences[result], json: { campaign, result } };
}

export const addNumberPseudonym = commandOf({
  detail:
    'Asks for the number, or reads it from stdin. The key of the pseudonyms is compared with the commitment. The answer connects a person with the public ledger: show it to the auditor, and keep it nowhere.',
  examples: ['number pseudonym --why "the audit of May, with the auditor present"'],
  shape: whoAndWhy,
  run: (who, { context }) => {
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
      const number = pseudonymsOfNumber(secrets, campaign, await readMobile(context));
      const details = { number: number.mobileIndex.toString('hex') };
      await recordAudit(database, { campaign, command: 'number pseudonym', operator, details });
      const found = await readEntriesOfNumber(database, campaign, number.pseudonymOf);
      return pseudonymAnswer(campaign, found);
    });
  },
});

type Recorded = { pseudonym: Buffer; entries: readonly EntryOfPseudonym[] };

/** The first participation, even without an entry, and each further one. */
async function readEntriesOfNumber(
  database: Database,
  campaign: string,
  pseudonymOf: (claim: number) => Buffer,
): Promise<Recorded[]> {
  const found: Recorded[] = [];
  for (let claim = 1; ; claim++) {
    const pseudonym = pseudonymOf(claim);
    const entries = await readEntriesOf(database, campaign, pseudonym);
    if (claim > 1 && entries.length === 0) return found;
    found.push({ pseudonym, entries });
  }
}

function pseudonymAnswer(campaign: string, found: readonly Recorded[]): CommandResult {
  const named = found.map(({ pseudonym, entries }) => ({
    name: pseudonym.toString('hex'),
    entries,
  }));
  const lines = named.flatMap(({ name, entries }) => [
    `pseudonym  ${name}`,
    ...(entries.length === 0
      ? ['The ledger has no entry for it: this number was never verified in this campaign.']
      : entries.map(({ number, content }) => `  line ${number + 1}  ${content}`)),
  ]);
  return {
    text: lines.join('\n'),
    json: {
      campaign,
      participations: named.map(({ name, entries }) => ({
        pseudonym: name,
        entries: entries.map(({ content }): unknown => JSON.parse(content)),
      })),
    },
  };
}
