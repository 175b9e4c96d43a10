import path from 'node:path';
import type { Command } from 'commander';
import * as z from 'zod';
import { loadLaunched } from '@inaam/campaigns/loader/load-campaign.ts';
import { findInStock, reconcileVouchers, type Reconciled } from './reconcile-vouchers.sql.ts';
import { commandOf } from '@inaam/server/operator/add-command.ts';
import { createProgress } from '@inaam/server/operator/progress.ts';
import { changeShape, operatorOf, separatorShape } from '@inaam/server/operator/options.ts';
import {
  RefusedError,
  type CommandResult,
  type CommandContext,
} from '@inaam/server/operator/command-context.ts';
import { confirm } from '@inaam/server/operator/read-mobile.ts';
import { readSmsLog, type SmsLog } from './read-sms-log.command.ts';
import { rupees } from '@inaam/server/platform/format.ts';
import { voucherKeysOf } from '@inaam/server/platform/keys.ts';
import { readVouchersConfig } from '@inaam/server/operator/settings/operator-config.ts';
import { withOpenDatabase, type DatabaseContext } from '@inaam/server/operator/with-database.ts';

const command = 'vouchers reconcile';

const shape = {
  argument: z.string(),
  numberColumn: z.string(),
  textColumn: z.string(),
  ...separatorShape,
  ...changeShape,
};

export const addVouchersReconcile = commandOf({
  detail: [
    'Before anything is started again. The file is the CSV of the messages sent, from before the moment that was restored to.',
    'A code that was sent belongs to its number permanently. Where the restored database has forgotten the reward, the code leaves the stock, and the number is blocked, because it has its reward; not one that keeps another of the codes. Running it again changes nothing.',
  ].join('\n'),
  examples: [
    'vouchers reconcile sent.csv --dry-run',
    'vouchers reconcile sent.csv --number-column Mobile --text-column Message --why "restored to 10:40"',
  ],
  add: addFileOptions,
  shape,
  run: (options, { context }) => reconcile(context, options),
});

function addFileOptions(added: Command): void {
  added
    .argument('<file>', "the provider's CSV")
    .option('--number-column <name>', 'the column of the mobile number', 'number')
    .option('--text-column <name>', 'the column of the text', 'text');
}

type Options = z.infer<z.ZodObject<typeof shape>>;

function reconcile(context: CommandContext, { argument, ...options }: Options) {
  const config = readVouchersConfig(context.variables);
  const keys = voucherKeysOf(config.secrets, config.campaign);
  const work = async ({ database, clocks, id }: DatabaseContext) => {
    const { sms } = await loadLaunched(id);
    const inStock = async (codes: readonly string[]) => {
      const found = new Set<string>();
      for (let at = 0; at < codes.length; at += codesAtOnce) {
        const indexes = new Map(
          codes.slice(at, at + codesAtOnce).map((code) => [keys.voucherIndex(code), code]),
        );
        const known = await findInStock(database, id, [...indexes.keys()]);
        for (const [index, code] of indexes) if (known.has(index.toString('hex'))) found.add(code);
      }
      return found;
    };
    const progress = createProgress(context);
    progress.show(`Reading ${path.basename(argument)}`);
    const log = await readSmsLog(argument, { ...options, sms, inStock });
    assertAllRead(log);
    if (log.sent.length === 0) {
      throw new RefusedError(`${argument} has no voucher of "${id}". Nothing was changed.`);
    }
    const sent = log.sent.map(({ mobile, code }) => ({
      mobileIndex: keys.mobileIndex(mobile),
      codeIndex: keys.voucherIndex(code),
    }));
    const at = clocks.wall();
    progress.show('Comparing with the rewards');
    const planned = await reconcileVouchers(database, id, sent, { at, auditOf: undefined });
    progress.clear();
    if (options.dryRun) return answerOf('wouldReconcile', id, planned, log.others);
    const operator = operatorOf(options, at);
    const warning = `${sentence(planned)} This cannot be undone.`;
    await confirm(context, { warning, campaign: id, yes: options.yes });
    progress.show('Storing');
    const done = await reconcileVouchers(database, id, sent, {
      at,
      auditOf: (reconciled) => ({
        campaign: id,
        command,
        operator,
        details: { ...countsOf(reconciled), lostRupees: reconciled.withdrawn.rupees },
      }),
    });
    progress.clear();
    return answerOf('reconciled', id, done, log.others);
  };
  return withOpenDatabase(context, config, work, 'seals');
}

const codesAtOnce = 5000;
const linesNamed = 20;

const nameLines = (lines: readonly number[]) =>
  `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, linesNamed).join(', ')}${lines.length > linesNamed ? ` and ${rupees(lines.length - linesNamed)} more` : ''}`;

/** @throws RefusedError because a code that was overlooked would go to somebody else */
function assertAllRead({ unclear }: SmsLog): void {
  if (unclear.length === 0) return;
  throw new RefusedError(
    `Nothing was changed: ${rupees(unclear.length)} texts look like a voucher of this campaign, or have a code of its stock, and could not be read: ${nameLines(unclear)}. Load the files of codes that were loaded after the moment of the restore. Export the texts as they were sent, whole, or correct these lines by the provider's own record. Take lines of other campaigns out of the file. Then reconcile again.`,
  );
}

function answerOf(
  result: 'reconciled' | 'wouldReconcile',
  campaign: string,
  reconciled: Reconciled,
  others: number,
): CommandResult {
  const opening = result === 'reconciled' ? 'Reconciled' : 'Dry run: nothing was changed';
  const { elsewhere, withdrawn } = reconciled;
  const warning =
    elsewhere.codes > 0
      ? `\n${rupees(elsewhere.codes)} codes belong to another number: two people have them. Settle this with the issuer.`
      : '';
  return {
    text: `${opening}. ${sentence(reconciled)} Rows with other texts: ${rupees(others)}.${warning}`,
    json: { campaign, result, ...countsOf(reconciled), lostRupees: withdrawn.rupees },
    failed: elsewhere.codes > 0,
  };
}

const sentence = ({ known, assigned, withdrawn }: Reconciled) =>
  `Of the codes that were sent, ${rupees(known.codes)} are known; ${rupees(assigned.codes)} go to their reward; ${rupees(withdrawn.codes)} (Rs ${rupees(withdrawn.rupees)}) leave the stock because their reward was lost, and their numbers are blocked, except those that keep another code.`;

const countsOf = ({ known, assigned, withdrawn, elsewhere }: Reconciled) => ({
  known: known.codes,
  assigned: assigned.codes,
  withdrawn: withdrawn.codes,
  elsewhere: elsewhere.codes,
});
