import type { Readable } from 'node:stream';
import { columnKey, twiceProblem, type Separator } from '@inaam/contract/console/csv-file.ts';
import { noColumn, readCsvFile, type CsvHead } from '../platform/csv-file.ts';
import { hasControlCharacters, parseDay } from '../platform/format.ts';
import type { LineProblem } from '../platform/line-problems.ts';
import { isValidCode, type VoucherCode } from './seal-voucher.ts';

/** `line` counts from 1. */
export type ListedCode = VoucherCode & { line: number };

export type VoucherFileOptions = {
  /** Unless the file's first line names another; omitted: the most likely one. */
  separator?: Separator | undefined;
  /** Names of columns, compared by `columnKey`; omitted: not read. */
  codeColumn: string;
  amountColumn?: string | undefined;
  expiryColumn?: string | undefined;
  isExpiryOptional?: boolean;
  /** For a file without an amount column; whole rupees. */
  amountOfAll?: number | undefined;
  /** For a file without an expiry column, `YYYY-MM-DD`. */
  expiryOfAll?: string | undefined;
  /** The amounts in whole rupees for which the campaign has vouchers. */
  amounts: readonly number[];
  /** `YYYY-MM-DD`: the validity promised to a winner who gets a code today. */
  promisedUntil: string;
};

/**
 * Reads the issuer's CSV as a stream. No problem contains a code.
 * @param onHead gets the names of columns that are not read
 */
export const readVoucherFile = (
  source: Readable,
  options: VoucherFileOptions,
  onHead?: (unread: readonly string[]) => void,
): AsyncIterable<ListedCode | LineProblem> =>
  readCsvFile(source, options.separator, (head) => {
    const columns = columnsOf(head, options);
    const problem = headProblem(head, columns, options);
    if (problem !== undefined) return { problem };
    const read = Object.values(columns);
    onHead?.(head.names.filter((name, at) => name !== '' && !read.includes(at)));
    return { rowOf: rowReader(head, columns, options) };
  });

/** -1: there is no such column. */
type Columns = { code: number; amount: number; expiry: number };

function columnsOf({ keys }: CsvHead, options: VoucherFileOptions): Columns {
  const at = (name: string | undefined) =>
    name === undefined ? -1 : keys.indexOf(columnKey(name));
  return {
    code: at(options.codeColumn),
    amount: at(options.amountColumn),
    expiry: at(options.expiryColumn),
  };
}

function headProblem(
  head: CsvHead,
  { code, amount, expiry }: Columns,
  options: VoucherFileOptions,
): string | undefined {
  const { codeColumn, amountColumn = 'amount', expiryColumn, amountOfAll, expiryOfAll } = options;
  if (code < 0) return noColumn(head, codeColumn, '--code-column');
  if (amount < 0 && amountOfAll === undefined) {
    return noColumn(head, amountColumn, '--amount-column, or write --amount-of-all');
  }
  if (amount >= 0 && amountOfAll !== undefined) {
    return 'the first line names a column of amounts, so leave --amount-of-all out';
  }
  if (expiry < 0 && expiryColumn !== undefined && options.isExpiryOptional !== true) {
    return noColumn(head, expiryColumn, '--expiry-column');
  }
  if (expiry >= 0 && expiryOfAll !== undefined) {
    return 'the first line names a column of expiries, so leave --expiry-of-all out';
  }
  return twiceProblem(head.names);
}

export const defaultColumns = { code: 'code', amount: 'amount', expiry: 'expires' } as const;

const kinds = {
  columns: 'has other columns than the first line',
  again: 'is the first line again: the file was put together from several',
  swallowed: 'has a quotation mark too many or too few: a cell holds further lines of codes',
  control: 'has a control character',
  formula: 'begins a cell as a formula, with =, +, - or @',
  code: 'its code is not 4 to 24 letters, digits and hyphens',
  expiry: 'its expiry is not a day such as 2027-03-31 or 31/03/2027',
} as const;

const formula = /^[=+@-]/;
/** Those of C1 are in texts that were converted wrongly. */
const strayControl = /(?![\s\u0080-\u009F])\p{Cc}/u;

type RowReader = (cells: readonly string[]) => VoucherCode | { kind: string };

function rowReader(head: CsvHead, columns: Columns, options: VoucherFileOptions): RowReader {
  const amountIn = (text: string | undefined) => {
    const amount = text === undefined ? options.amountOfAll : amountOf(text);
    return amount !== undefined && options.amounts.includes(amount) ? amount : undefined;
  };
  const holdsLines = linesInCells(head, columns, amountIn);
  const { names, keys } = head;
  const { code: codeAt, amount: amountAt, expiry: expiryAt } = columns;
  const last = Math.max(codeAt, amountAt, expiryAt);
  // Most lines have the day of the line before, and parsing it is a fifth of reading a line.
  let day: { text?: string; parsed?: string | undefined } = {};
  const notAnAmount = `its amount is not one of ${options.amounts.join(', ')}`;
  return (cells) => {
    // Spreadsheets may omit or add empty cells at the end of a line.
    if (cells.length <= last || cells.slice(names.length).some((cell) => cell !== '')) {
      return { kind: kinds.columns };
    }
    const code = cells[codeAt] ?? '';
    const amountText = cells[amountAt];
    const expiryText = cells[expiryAt];
    const read = [code, amountText ?? '', expiryText ?? ''];
    if (read.some(hasControlCharacters) || cells.some((cell) => strayControl.test(cell))) {
      return { kind: kinds.control };
    }
    if (read.some((cell) => formula.test(cell))) return { kind: kinds.formula };
    if (!isValidCode(code)) return { kind: kinds.code };
    if (
      columnKey(code) === keys[codeAt] &&
      cells.every((cell, at) => columnKey(cell) === keys[at])
    ) {
      return { kind: kinds.again };
    }
    if (cells.some((cell) => cell.includes('\n')) && holdsLines(cells)) {
      return { kind: kinds.swallowed };
    }
    const amount = amountIn(amountText);
    if (amount === undefined) return { kind: notAnAmount };
    if (expiryText === undefined || expiryText === '') {
      return { code, amount, expiresOn: options.expiryOfAll };
    }
    if (day.text !== expiryText) day = { text: expiryText, parsed: parseDay(expiryText) };
    const expiresOn = day.parsed;
    if (expiresOn === undefined) return { kind: kinds.expiry };
    if (expiresOn < options.promisedUntil) return { kind: tooSoon(options.promisedUntil) };
    return { code, amount, expiresOn };
  };
}

/**
 * Whether a quoted cell would contain lines of codes if its quotation marks were text. These codes
 * were paid for, and would be lost silently.
 */
const linesInCells =
  (
    { names, mark }: CsvHead,
    { code, amount }: Columns,
    amountIn: (text: string) => number | undefined,
  ) =>
  (record: readonly string[]): boolean =>
    record.some((text, column) => {
      const lines = text.split('\n').map((line) => line.split(mark).map((cell) => cell.trim()));
      return lines.some((cells, at) => {
        // The first part ends a line of the file, and the last part begins another.
        const from = at === 0 ? column : 0;
        const isLast = at === lines.length - 1;
        const isPart = isLast ? cells.length === column + 1 : cells.length >= names.length - from;
        const found = cells[code - from] ?? '';
        const worth = cells[amount - from];
        return (
          lines.length > 1 &&
          isPart &&
          isValidCode(found) &&
          /\d/.test(found) === /\d/.test(record[code] ?? '') &&
          (amount < 0 || worth === undefined || amountIn(worth) !== undefined)
        );
      });
    });

export const tooSoon = (promisedUntil: string): string =>
  `expires before ${promisedUntil}, until when a voucher of today is promised to be valid`;

/** Whole rupees; issuers also write `3.00`. */
function amountOf(text: string): number | undefined {
  return /^\d{1,6}(?:\.0{1,2})?$/.test(text) ? Number(text) : undefined;
}
