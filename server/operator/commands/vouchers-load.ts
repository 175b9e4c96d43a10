import { readFile, stat } from 'node:fs/promises';
import type { Command } from 'commander';
import * as z from 'zod';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { loadVoucherCodes } from '../load-voucher-codes.ts';
import { sealContexts } from '../../keys/seal-contexts.ts';
import type { loaderKeysOf } from '../../keys/keys.ts';
import type { Database } from '../../storage/database.ts';
import { readKnownVouchers, readSampleVoucher } from '../../storage/messages/voucher-queries.ts';
import { withVoucherKeys } from '../with-database.ts';
import { addChangeOptions, changeShape, operatorOf } from '../change-options.ts';
import { addCommand } from '../add-command.ts';
import { confirm } from '../confirm.ts';
import { RefusedError, UsageError, type CommandResult, type Session } from '../command-context.ts';
import { rupees } from '../table.ts';
import { listHead, readVoucherList, type LineProblem, type ListedCode } from '../voucher-list.ts';

type Keys = ReturnType<typeof loaderKeysOf>;
type Stock = { database: Database; keys: Keys; id: string };

/** A transaction with more codes takes too long. */
const maxBytes = 8_000_000;
const problemsShown = 20;

export function addVouchersLoad(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    name: 'vouchers load',
    summary: 'load the codes of a CSV file into the stock, all of them or none',
    detail: `The first line is "${listHead}"; every other line is a code and its amount in rupees. Loaded codes cannot be removed.\nLoading the same file again changes nothing.`,
    examples: [
      'vouchers load codes.csv --dry-run',
      'vouchers load codes.csv --why "batch 7 of the issuer"',
      'vouchers load codes.csv --why "batch 7 of the issuer" --by asha --yes --json',
    ],
    add: (command) => {
      command.argument('<file>', 'the CSV file');
      addChangeOptions(command);
    },
    shape: { argument: z.string(), ...changeShape },
    run: ({ argument: file, ...options }) =>
      withVoucherKeys(context, async ({ database, clocks, id, keys }) => {
        const stock = { database, keys, id };
        const campaign = await loadCampaign(id);
        const { codes, problems } = readVoucherList(
          await textOf(file),
          Object.keys(campaign.sms.vouchers).map(Number),
        );
        if (problems.length > 0) throw refusedBy(problems);
        if (codes.length === 0) throw new RefusedError(`${file} has no codes. Nothing was loaded.`);
        await assertKeys(stock);
        if (await isKnown(stock, codes)) return answerOf('already', id, codes);
        if (options.dryRun) return answerOf('wouldLoad', id, codes);

        const operator = operatorOf(options, clocks.wall());
        const warning = `${describeCodes(codes)} will be added to the stock of "${id}". They cannot be removed.`;
        await confirm(context, { warning, campaign: id, yes: options.yes });
        const audit = {
          campaign: id,
          command: 'vouchers load',
          operator,
          details: countsOf(codes),
        };
        const loaded = await loadVoucherCodes(
          { database, campaign, keys },
          codes,
          operator.at,
          audit,
        );
        if (loaded.kind === 'loaded') return answerOf('loaded', id, codes);
        throw new RefusedError(
          'Another load finished first, so nothing was loaded from this file. Try again.',
        );
      }),
  });
}

async function textOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new UsageError(`File not found: ${file}.`);
  if (found.size > maxBytes) {
    throw new UsageError(
      `${file} has ${rupees(found.size)} bytes, more than ${rupees(maxBytes)}. Load it in parts.`,
    );
  }
  return readFile(file, 'utf8');
}

/** The delivery could not open codes that are sealed with other keys. @throws RefusedError */
async function assertKeys({ database, keys, id }: Stock): Promise<void> {
  const sample = await readSampleVoucher(database, id);
  if (sample === undefined) return;
  try {
    const code = keys.vouchers.open(sample.codeSealed, sealContexts.voucherCode(sample.codeIndex));
    if (keys.voucherIndex(code).equals(sample.codeIndex)) return;
  } catch {
    // Refused below.
  }
  throw new RefusedError(
    'Nothing was loaded: INDEX_SECRET or VOUCHER_SEAL_KEYS differ from those that the stock was loaded with. Use the values of `npm run deliver`.',
  );
}

/**
 * Whether all of it is in the stock already.
 * @throws RefusedError where some of it is, or one with another amount
 */
async function isKnown({ database, keys, id }: Stock, codes: readonly ListedCode[]) {
  const keyed = codes.map((code) => ({ ...code, index: keys.voucherIndex(code.code) }));
  const known = await readKnownVouchers(
    database,
    id,
    keyed.map(({ index }) => index),
  );
  const problems = keyed.flatMap(({ index, amount, line }): LineProblem[] => {
    const before = known.get(index.toString('hex'));
    if (before === undefined) return [];
    if (before === amount) return [{ line, problem: 'its code is already in the stock' }];
    return [{ line, problem: `its code is already in the stock, for Rs ${before}` }];
  });
  const isSame = keyed.every(({ index, amount }) => known.get(index.toString('hex')) === amount);
  if (problems.length > 0 && !isSame) throw refusedBy(problems);
  return isSame;
}

function refusedBy(problems: readonly LineProblem[]): RefusedError {
  const lines = problems
    .slice(0, problemsShown)
    .map(({ line, problem }) => `  line ${line}: ${problem}`);
  const more = problems.length - lines.length;
  if (more > 0) lines.push(`  and ${rupees(more)} more`);
  const count = problems.length === 1 ? '1 line is' : `${rupees(problems.length)} lines are`;
  return new RefusedError([`Nothing was loaded: ${count} invalid.`, ...lines].join('\n'));
}

type Result = 'loaded' | 'already' | 'wouldLoad';

const opening: Record<Result, string> = {
  loaded: 'Loaded:',
  already: 'Everything was already loaded; nothing was changed:',
  wouldLoad: 'Dry run: nothing was changed. These would be loaded:',
};

function answerOf(result: Result, campaign: string, codes: readonly ListedCode[]): CommandResult {
  const { count, ...byAmount } = countsOf(codes);
  return {
    text: `${opening[result]} ${describeCodes(codes)}.`,
    json: { campaign, result, count, byAmount },
  };
}

/** `count`, and how many of each amount under `Rs 3`. */
function countsOf(codes: readonly ListedCode[]): { count: number } & Record<string, number> {
  const counts: { count: number } & Record<string, number> = { count: codes.length };
  for (const { amount } of codes.toSorted((a, b) => a.amount - b.amount)) {
    counts[`Rs ${amount}`] = (counts[`Rs ${amount}`] ?? 0) + 1;
  }
  return counts;
}

function describeCodes(codes: readonly ListedCode[]): string {
  const { count, ...byAmount } = countsOf(codes);
  const parts = Object.entries(byAmount).map(([name, many]) => `${rupees(many)} of ${name}`);
  return `${rupees(count)} ${count === 1 ? 'code' : 'codes'} (${parts.join(', ')})`;
}
