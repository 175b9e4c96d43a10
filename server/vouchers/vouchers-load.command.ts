import { Option } from 'commander';
import * as z from 'zod';
import { loadLaunched } from '@inaam/campaigns/loader/load-campaign.ts';
import { shownNames } from '@inaam/contract/console/csv-file.ts';
import { promisedUntil } from './voucher-validity.rules.ts';
import { openStaging, type FileCheck } from './voucher-staging.sql.ts';
import { voucherPublicKeyOf } from '../platform/seal.ts';
import { readVouchersConfig } from '../operator/settings/operator-config.ts';
import { withOpenDatabase, type DatabaseContext } from '../operator/with-database.ts';
import { changeShape, operatorOf, optionOfDay, separatorShape } from '../operator/options.ts';
import { commandOf, defaultOption, optionOf, wholeNumber } from '../operator/add-command.ts';
import { confirm } from '../operator/read-mobile.ts';
import {
  RefusedError,
  UsageError,
  type CommandResult,
  type CommandContext,
} from '../operator/command-context.ts';
import { createProgress } from '../operator/progress.ts';
import { loaderKeysOf } from '../platform/keys.ts';
import { countsOf, isLoaded, stageVouchers } from './stage-vouchers.ts';
import { defaultColumns, readVoucherFile, tooSoon } from './voucher-file.ts';
import { openFile } from '../operator/open-file.ts';
import { rupees } from '../platform/format.ts';
import { describeProblems } from '../platform/line-problems.ts';

const { code, amount, expiry } = defaultColumns;
const shape = {
  argument: z.string(),
  codeColumn: defaultOption('--code-column <name>', 'the column of the code', code),
  amountColumn: defaultOption('--amount-column <name>', 'the column of the rupees', amount),
  expiryColumn: defaultOption('--expiry-column <name>', 'the column of the last day', expiry),
  amountOfAll: optionOf(
    new Option('--amount-of-all <rupees>', 'where no column has it').argParser(
      wholeNumber(1, 999_999),
    ),
    z.number().optional(),
  ),
  expiryOfAll: optionOfDay('--expiry-of-all <day>', 'where no column has it, such as 2027-03-31'),
  ...separatorShape,
  ...changeShape,
};

export const addVouchersLoad = commandOf({
  detail: [
    'The first line names the columns: of the code, of the amount in rupees, and, if codes expire, of the last day. Other columns are not read.',
    'A batch that was loaded can only be withdrawn as a whole, and as far as it is not assigned. Loading the same file again changes nothing.',
  ].join('\n'),
  examples: [
    'vouchers load codes.csv --dry-run',
    'vouchers load codes.csv --why "batch 7 of the issuer"',
    'vouchers load codes.csv --code-column "Voucher No" --amount-of-all 5 --expiry-column "Valid till" --dry-run',
    'vouchers load codes.csv --why "batch 7 of the issuer" --by asha --yes --json',
  ],
  add: (command) => command.argument('<file>', 'the CSV file'),
  shape,
  run: (options, { context }) => load(context, options),
});

type Options = z.infer<z.ZodObject<typeof shape>>;

function load(context: CommandContext, { argument, ...options }: Options) {
  const config = readVouchersConfig(context.variables);
  const { index, voucherSeal } = config.secrets;
  const secrets = { index, voucherPublic: voucherPublicKeyOf(voucherSeal) };
  const work = async ({ database, clocks, id }: DatabaseContext) => {
    const { sms } = await loadLaunched(id);
    const until = promisedUntil(clocks.campaign());
    const amounts = Object.keys(sms.vouchers).map(Number);
    const { expiryColumn, expiryOfAll = until } = options;
    if (expiryOfAll < until) {
      throw new UsageError(`What --expiry-of-all names ${tooSoon(until)}.`);
    }
    const file = await openFile(argument);
    const isExpiryOptional = expiryColumn === expiry;
    const reading = { ...options, isExpiryOptional, amounts, promisedUntil: until };
    let note = '';
    const staging = await openStaging(database, id);
    const progress = createProgress(context);
    try {
      const { fileCheck, problems } = await stageVouchers({
        lines: readVoucherFile(file.read(), reading, (unread) => {
          note = unreadNote(unread);
        }),
        staging,
        keys: loaderKeysOf(secrets, id),
        isStored: true,
        linesMax: linesOfKindMax,
        show: (step) =>
          step === 'reading'
            ? progress.show('Reading', file.share())
            : progress.show('Comparing with the stock'),
      });
      progress.clear();
      if (problems.count() > 0) throw new RefusedError(describeProblems(problems));
      if (fileCheck.amounts.length === 0) {
        throw new RefusedError(`${argument} has no codes. Nothing was loaded.`);
      }
      if (isLoaded(fileCheck)) return answerOf('already', id, fileCheck);
      if (options.dryRun) return answerOf('wouldLoad', id, fileCheck, { note });
      const operator = operatorOf(options, clocks.wall());
      const warning = `${describeCodes(fileCheck)} will be added to the stock of "${id}".${note}`;
      await confirm(context, { warning, campaign: id, yes: options.yes });
      progress.show('Storing');
      const stored = await staging.store({
        now: operator.at,
        promisedUntil: until,
        auditOf: (batch) => ({
          campaign: id,
          command: 'vouchers load',
          operator,
          details: { batch, ...countsOf(fileCheck) },
        }),
      });
      progress.clear();
      if (stored.kind === 'stored') {
        return answerOf('loaded', id, fileCheck, { note, batch: stored.batch });
      }
      throw new RefusedError(
        'Another load finished first, so nothing was loaded from this file. Try again.',
      );
    } finally {
      progress.clear();
      await staging.close();
    }
  };
  return withOpenDatabase(context, config, work, 'seals');
}

const opening = {
  loaded: 'Loaded',
  already: 'Everything was already loaded; nothing was changed',
  wouldLoad: 'Dry run: nothing was changed. These would be loaded',
};

function answerOf(
  result: keyof typeof opening,
  campaign: string,
  fileCheck: FileCheck,
  { note = '', batch }: { note?: string; batch?: number } = {},
): CommandResult {
  const { count, ...byAmount } = countsOf(fileCheck);
  const what = batch === undefined ? opening[result] : `${opening[result]} as batch ${batch}`;
  return {
    text: `${what}: ${describeCodes(fileCheck)}.${note}`,
    json: { campaign, result, batch: batch ?? null, count, byAmount },
  };
}

/** Among them may be a PIN, without which a code is worth nothing. */
const unreadNote = (unread: readonly string[]) =>
  unread.length === 0 ? '' : ` Not read: ${shownNames(unread)}. Winners get the code alone.`;

function describeCodes(fileCheck: FileCheck): string {
  const { count, ...byAmount } = countsOf(fileCheck);
  const parts = Object.entries(byAmount).map(([name, many]) => `${rupees(many)} of ${name}`);
  return `${rupees(count)} ${count === 1 ? 'code' : 'codes'} (${parts.join(', ')})`;
}

const linesOfKindMax = 20;
