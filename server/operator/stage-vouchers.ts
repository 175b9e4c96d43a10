import type {
  KnownCode,
  Review,
  StagedVoucher,
  Staging,
} from '../storage/messages/voucher-staging.ts';
import { sealVoucher, type VoucherKeys } from './load-voucher-codes.ts';
import {
  collectLineProblems,
  linesOfKindMost,
  type LineProblem,
  type LineProblems,
} from './line-problems.ts';
import type { Progress } from './progress.ts';
import { rupees } from './table.ts';
import type { VoucherFile } from './voucher-file.ts';

type StageOptions = {
  file: VoucherFile;
  staging: Pick<Staging, 'add' | 'review'>;
  keys: VoucherKeys;
  progress: Progress;
};

const rowsAtOnce = 5000;
const noBytes = Buffer.alloc(0);

/**
 * Seals the codes of a file and stages them, a piece at a time: one piece is stored while the next
 * one is read.
 * @throws RefusedError naming the lines that are wrong, repeated, or in the stock already (unless
 *   all of them are)
 */
export async function stageVouchers(options: StageOptions): Promise<Review> {
  const { file, staging, progress } = options;
  const problems = collectLineProblems();
  let storing = Promise.resolve();
  let rows: StagedVoucher[] = [];
  const flush = async () => {
    await storing;
    storing = staging.add(rows);
    // Awaited with the next piece: until then a failure is not unhandled.
    storing.catch(() => undefined);
    rows = [];
  };
  for await (const line of file.lines) {
    if ('kind' in line) {
      problems.add(line);
      continue;
    }
    rows.push(staged(line, options.keys, problems.count() === 0));
    if (rows.length === rowsAtOnce) {
      await flush();
      progress.show('Reading', file.share());
    }
  }
  await flush();
  await storing;
  progress.show('Comparing with the stock');
  const review = await staging.review(linesOfKindMost);
  addKnown(problems, review);
  progress.clear();
  problems.assertNone();
  return review;
}

/** A file with a problem is only compared: sealing takes the most time. */
function staged(
  line: Parameters<typeof sealVoucher>[1] & { line: number },
  keys: StageOptions['keys'],
  isSealed: boolean,
): StagedVoucher {
  const { amount, expiresOn } = line;
  const sealed = isSealed
    ? sealVoucher(keys, line)
    : {
        codeIndex: keys.voucherIndex(line.code),
        codeSealed: noBytes,
        endIndex: noBytes,
        amount,
        expiresOn,
      };
  return { ...sealed, line: line.line };
}

/** That all of the file is in the stock is no problem: it was loaded before. */
function addKnown(problems: LineProblems, review: Review): void {
  const { repeated, known } = review;
  problems.addCounted(
    repeated.count,
    repeated.lines.map(({ line, first }) => ({
      line,
      kind: 'has the same code as line',
      detail: ` ${first}`,
    })),
  );
  if (problems.count() === 0 && isLoaded(review)) return;
  problems.addCounted(known.count, known.lines.map(knownProblem));
}

const knownProblem = ({ line, amount, isSame, isWithdrawn }: KnownCode): LineProblem => ({
  line,
  kind: 'its code is already in the stock',
  detail: isWithdrawn
    ? ', and was withdrawn'
    : isSame
      ? ''
      : `, for Rs ${rupees(amount)} or with another expiry`,
});

/** Whether all of it is in the stock, just so. */
export const isLoaded = ({ amounts, known }: Review): boolean =>
  known.same > 0 && known.same === amounts.reduce((sum, { count }) => sum + count, 0);
