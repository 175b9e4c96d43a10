// Reads what the SMS provider says that it has sent, as its own console exports it. A text is one
// of our vouchers if it has most of the words of one and a code of the stock, however the provider
// spells what stands around it.
import type { Sms } from '@inaam/campaigns/schema/folder-schema.ts';
import { columnKey, twiceProblem, type Separator } from '@inaam/contract/console/csv-file.ts';
import { mobileError } from '@inaam/contract/fields.ts';
import { RefusedError } from '@inaam/server/operator/command-context.ts';
import { openFile } from '@inaam/server/operator/open-file.ts';
import { noColumn, readCsvFile, type CsvHead } from '@inaam/server/platform/csv-file.ts';
import { isValidCode } from '@inaam/server/vouchers/seal-voucher.ts';

export type SmsLogOptions = {
  separator?: Separator | undefined;
  /** Names of columns, compared by `columnKey`. */
  numberColumn: string;
  textColumn: string;
  sms: Pick<Sms, 'vouchers' | 'otp'>;
  /** Which of these codes are in the stock. */
  inStock: (codes: readonly string[]) => Promise<ReadonlySet<string>>;
};

type SentCode = { line: number; mobile: string; code: string };

/**
 * `unclear`: lines of rows that look like a voucher, or have a code of the stock, and from which
 * not exactly one code can be read. `others` counts rows with neither.
 */
export type SmsLog = { sent: SentCode[]; unclear: number[]; others: number };

/**
 * @throws UsageError without such a file, RefusedError without such a column or for a line that
 *   cannot be read
 */
export async function readSmsLog(file: string, options: SmsLogOptions): Promise<SmsLog> {
  const { read: open } = await openFile(file);
  const kindOf = textKinds(options.sms);
  const likely: LikelyRow[] = [];
  const others: LikelyRow[] = [];
  let rows = 0;
  const lines = readCsvFile(open(), options.separator, (head) => rowReader(head, options));
  for await (const row of lines) {
    if ('kind' in row) {
      throw new RefusedError(`Nothing was changed: line ${row.line}: ${row.kind}.`);
    }
    rows += 1;
    const { line, mobile, text, beside } = row;
    const kind = kindOf(text);
    const facts = { line, mobile, isPart: kind === 'part' };
    const isLikely = kind === 'whole' || kind === 'part';
    if (isLikely) likely.push({ ...facts, words: wordsIn(text) });
    const words = codeLike(kind === 'other' ? `${text} ${beside}` : beside).filter(
      (word) => !isLikely || !text.includes(word),
    );
    if (words.length > 0) others.push({ ...facts, words });
  }
  const runs = [...Map.groupBy(likely, ({ mobile }) => mobile).values()].flatMap(runsOf);
  const codesIn = await stockCodes([...runs.flat(), ...others], options.inStock);
  const read = runs.map((run) => readRun(run, codesIn));
  const sent = read.flatMap((one) => one.sent);
  // A code of ours is one whatever stands around it.
  const strange = others.filter(({ words }) => codesIn(words).size > 0);
  const unclear = [...read.flatMap((one) => one.unclear), ...strange].map(({ line }) => line);
  for (const { line, mobile } of sent) {
    if (mobileError(mobile) === undefined) continue;
    throw new RefusedError(
      `Nothing was changed: line ${line} has a voucher, and its number is not an Indian mobile number.`,
    );
  }
  return {
    sent,
    unclear: [...new Set(unclear)].toSorted((one, other) => one - other),
    others: rows - new Set([...likely, ...strange].map(({ line }) => line)).size,
  };
}

/** `beside`: where a text may be by mistake, because a quotation mark or a separator was lost. */
type Row = { mobile: string; text: string; beside: string };
/** `words`: what may be its code. `isPart`: of a voucher's text it has not all. */
type LikelyRow = { line: number; mobile: string; words: readonly string[]; isPart: boolean };
/** Codes of the stock that these words are. */
type CodesIn = (words: readonly string[]) => ReadonlySet<string>;

function rowReader(head: CsvHead, { numberColumn, textColumn }: SmsLogOptions) {
  const { names, keys } = head;
  const wanted = [columnKey(numberColumn), columnKey(textColumn)];
  const [numberAt = -1, textAt = -1] = wanted.map((key) => keys.indexOf(key));
  if (numberAt < 0) return { problem: noColumn(head, numberColumn, '--number-column') };
  if (textAt < 0) return { problem: noColumn(head, textColumn, '--text-column') };
  const twice = twiceProblem(names.filter((_, at) => wanted.includes(keys[at] ?? '')));
  if (twice !== undefined) return { problem: twice };
  const rowOf = (cells: readonly string[]): Row => ({
    mobile: mobileOf(cells[numberAt] ?? ''),
    text: unified(cells[textAt] ?? ''),
    beside: cells
      .filter((_, at) => at !== textAt)
      .filter((cell) => cells.length !== names.length || cell.includes('\n'))
      .join(' '),
  });
  return { rowOf };
}

const mobileOf = (number: string) =>
  number.replace(/\D/g, '').replace(/^(?:(?:00)?91|0)(?=\d{10}$)/, '');

/** Undoes hex, in which texts of other scripts are often exported, and invisible characters. */
function unified(text: string): string {
  const isHex = /^(?:[\da-f]{4}){8,}$/i.test(text);
  return (isHex ? Buffer.from(text, 'hex').swap16().toString('utf16le') : text)
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Pd}/gu, '-');
}

const wordsIn = (text: string) => text.match(/[A-Za-z\d-]+/g) ?? [];

/** What could be a code anywhere. */
const codeLike = (text: string) =>
  text.match(/(?=[A-Za-z-]*\d)[A-Za-z\d](?:-?[A-Za-z\d]){5,23}/g) ?? [];

/** The share of the shorter text's words that the other must contain. */
const likenessMin = 0.6;
/** The share of the template's words that a whole text contains. */
const wholeMin = 0.9;

function textKinds({ vouchers, otp }: SmsLogOptions['sms']) {
  const templates = Object.values(vouchers).map(({ text }) => lettersIn(withoutVariables(text)));
  const otpWords = lettersIn(withoutVariables(otp.text));
  return (text: string): 'whole' | 'part' | 'otp' | 'other' => {
    const own = lettersIn(text);
    const sharedWith = (words: ReadonlySet<string>) =>
      [...own].filter((word) => words.has(word)).length;
    const likeness = (words: ReadonlySet<string>) =>
      sharedWith(words) < 2 ? 0 : sharedWith(words) / Math.min(own.size, words.size);
    const best = Math.max(...templates.map(likeness));
    const ofOtp = likeness(otpWords);
    if (Math.max(best, ofOtp) < likenessMin) return 'other';
    if (ofOtp >= best) return 'otp';
    return templates.some((words) => sharedWith(words) >= wholeMin * words.size) ? 'whole' : 'part';
  };
}

const withoutVariables = (text: string) => text.replaceAll(/\{[a-zA-Z]+\}/g, ' ');
const lettersIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]{2,}/gu),
  );

/**
 * Some providers have a row for each SMS of a long text: a run are parts that follow each other.
 * @param own rows of one number
 */
function runsOf(own: readonly LikelyRow[]): LikelyRow[][] {
  const runs: LikelyRow[][] = [];
  for (const row of own) {
    const last = runs.at(-1)?.at(-1);
    if (last?.isPart && row.isPart) runs.at(-1)?.push(row);
    else runs.push([row]);
  }
  return runs.map((run) =>
    run.map((row, at) => ({ ...row, words: [...row.words, ...acrossParts(row, run[at + 1])] })),
  );
}

/** A code may be broken between two rows, of which either is the first. */
function acrossParts({ words }: LikelyRow, next: LikelyRow | undefined): string[] {
  return next ? [joined(words, next.words), joined(next.words, words)] : [];
}

const joined = (before: readonly string[], after: readonly string[]) =>
  `${before.at(-1) ?? ''}${after[0] ?? ''}`;

/** A part without a code belongs to one with a code. */
function readRun(run: readonly LikelyRow[], codesIn: CodesIn) {
  const rows = run.map((row) => ({ ...row, codes: [...codesIn(row.words)] }));
  const hasCode = rows.some(({ codes }) => codes.length === 1);
  return {
    sent: rows.flatMap(({ line, mobile, codes: [code, ...more] }): SentCode[] =>
      code === undefined || more.length > 0 ? [] : [{ line, mobile, code }],
    ),
    unclear: rows.filter(({ codes }) => codes.length > 1 || (codes.length === 0 && !hasCode)),
  };
}

/** Looks up all words at once, as they are and, where the log has another case, in one case. */
async function stockCodes(
  rows: readonly LikelyRow[],
  inStock: SmsLogOptions['inStock'],
): Promise<CodesIn> {
  const words = new Set(rows.flatMap((row) => row.words));
  const known = await inStock([...words].filter(isValidCode).flatMap(casesOf));
  const codeOf = (word: string) => {
    const found = casesOf(word).filter((code) => known.has(code));
    return found.includes(word) ? [word] : found;
  };
  return (asked) => new Set(asked.flatMap(codeOf));
}

const casesOf = (code: string) => [...new Set([code, code.toUpperCase(), code.toLowerCase()])];
