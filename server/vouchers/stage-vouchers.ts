import {
  type KnownCode,
  type FileCheck,
  type Staging,
  openStaging,
} from './voucher-staging.sql.ts';
import {
  collectLineProblems,
  type LineProblem,
  type LineProblems,
} from '../platform/line-problems.ts';
import type { ListedCode } from './voucher-file.ts';
import type { Database } from '../database/database.ts';
import {
  indexOnly,
  sealCode,
  sealVoucher,
  type VoucherCode,
  type VoucherKeys,
} from './seal-voucher.ts';

type StageOptions = {
  lines: AsyncIterable<ListedCode | LineProblem>;
  staging: Pick<Staging, 'add' | 'check'>;
  keys: VoucherKeys;
  /** False: the codes are only compared, which saves encrypting them. */
  isStored: boolean;
  /** The most lines of each kind of problem. */
  linesMax: number;
  show: (step: 'reading' | 'comparing') => void;
};

/** Both describe the whole file; without problems it can be stored. */
export type Staged = { fileCheck: FileCheck; problems: LineProblems };

/** Small, since two chunks are in memory at a time. */
const rowsAtOnce = 1000;

/** @public For plugins. */
export const knownKind = 'its code is already in the stock';

/**
 * Encrypts and stages the codes of a file: while one chunk is read and encrypted, the previous one
 * is stored. Problems are lines that are invalid, repeated, or already in the stock (unless all of
 * them are).
 */
export async function stageVouchers(options: StageOptions): Promise<Staged> {
  const { lines, staging, keys, isStored, show, linesMax } = options;
  const problems = collectLineProblems(linesMax);
  let storing = Promise.resolve();
  let rows: ListedCode[] = [];
  const flush = async () => {
    const seal = isStored && problems.count() === 0 ? sealCode : indexOnly;
    const staged = rows.map(({ code, ...row }) => ({ ...row, ...seal(keys, code) }));
    rows = [];
    await storing;
    storing = staging.add(staged);
    // Awaited with the next chunk; until then a rejection must not count as unhandled.
    storing.catch(() => undefined);
  };
  for await (const line of lines) {
    if ('kind' in line) {
      problems.add(line);
      continue;
    }
    rows.push(line);
    if (rows.length === rowsAtOnce) {
      await flush();
      show('reading');
    }
  }
  await flush();
  await storing;
  show('comparing');
  const fileCheck = await staging.check(linesMax);
  addKnown(problems, fileCheck);
  return { fileCheck, problems };
}

/** It is not a problem if the whole file is in the stock: it was loaded before. */
function addKnown(problems: LineProblems, fileCheck: FileCheck): void {
  const { repeated, known } = fileCheck;
  problems.addCounted(
    repeated.count,
    repeated.lines.map(({ line, first }) => ({
      line,
      kind: 'has the same code as line',
      detail: ` ${first}`,
    })),
  );
  if (problems.count() === 0 && isLoaded(fileCheck)) return;
  problems.addCounted(known.count, known.lines.map(knownProblem));
}

const knownProblem = ({ line, amount, isSame, isWithdrawn }: KnownCode): LineProblem => ({
  line,
  kind: knownKind,
  detail: isWithdrawn
    ? ', and was withdrawn'
    : isSame
      ? ''
      : `, for Rs ${amount} or with another expiry`,
});

/** Whether all of it is in the stock, with the same amounts and expiries. */
export const isLoaded = ({ amounts, known }: Pick<FileCheck, 'amounts' | 'known'>): boolean =>
  known.same > 0 && known.same === amounts.reduce((sum, { count }) => sum + count, 0);

/** For the audit log: the total in `count`, and the codes of each amount, such as `Rs 3`. */
export function countsOf({
  amounts,
}: Pick<FileCheck, 'amounts'>): { count: number } & Record<string, number> {
  const byAmount = Object.fromEntries(amounts.map(({ amount, count }) => [`Rs ${amount}`, count]));
  return { ...byAmount, count: amounts.reduce((sum, { count }) => sum + count, 0) };
}

/**
 * For stock that is made here, such as the demonstration's. Winners who wait for a code get one.
 * @param now wall time, ms
 * @throws Error if a code is there twice, or is in the stock; none is loaded then
 */
export async function loadVoucherCodes(
  { database, campaign, keys }: LoadOptions,
  codes: readonly VoucherCode[],
  now: number,
): Promise<void> {
  const staging = await openStaging(database, campaign.id);
  try {
    const staged = codes.map((code, at) => ({ ...sealVoucher(keys, code), line: at + 1 }));
    for (let at = 0; at < staged.length; at += rowsAtOnce) {
      await staging.add(staged.slice(at, at + rowsAtOnce));
    }
    const stored = await staging.store({ now, promisedUntil: '-infinity' });
    if (stored.kind === 'raced') throw new Error('A code is in the stock already.');
  } finally {
    await staging.close();
  }
}

type LoadOptions = { database: Database; campaign: { id: string }; keys: VoucherKeys };
