import type { Readable } from 'node:stream';
import { createCsvReader, endlessProblem } from '@inaam/contract/console/csv-lines.ts';
import {
  addNames,
  columnKey,
  encodingOf,
  headBytes,
  isWithoutNames,
  separatedBy,
  separatorOf,
  shownNames,
  twiceProblem,
  type Separator,
} from '@inaam/contract/console/voucher-file.ts';
import { separators } from '@inaam/contract/console/voucher-upload.ts';
import { hasControlCharacters } from '../platform/control-characters.rules.ts';
import type { LineProblem } from './line-problems.ts';
import { parseDay } from '../platform/format.ts';
import { isValidCode, type VoucherCode } from './seal-voucher.ts';

/** `line` counts from 1. */
export type ListedCode = VoucherCode & { line: number };

export type VoucherFileOptions = {
  /** Unless the file's first line names another. */
  separator: Separator;
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
  /**
   * Remedies for a missing column, an unexpected column, or another separator. The name follows.
   */
  remedies?: Partial<
    Record<'code' | 'amount' | 'amountOfAll' | 'expiryOfAll' | 'separator', string>
  >;
};

/**
 * Reads the issuer's CSV as a stream and reports problems as they occur. No problem contains a
 * code. Reading stops at a line that does not end.
 */
export async function* readVoucherFile(
  source: Readable,
  options: VoucherFileOptions,
): AsyncIterable<ListedCode | LineProblem> {
  const { head, pieces } = await takeHead(source);
  const encoded = encodingOf(head);
  if ('problem' in encoded) {
    yield { line: 1, kind: encoded.problem };
    return;
  }
  const decoder = new TextDecoder(encoded.encoding);
  const begin = decoder.decode(head, { stream: true });
  const found = separatorOf(begin);
  const isNamed = 'separator' in found && found.isInFirstLine;
  const mark = separators[isNamed ? found.separator : options.separator];
  const reader = createCsvReader(mark);
  let rowOf: RowReader | undefined;
  for await (const { text, isLast } of decoded(begin, pieces, decoder)) {
    for (const { line, cells } of reader.read(text, isLast)) {
      if (isNamed && line === 1) continue;
      if (rowOf) {
        yield { line, ...rowOf(cells) };
        continue;
      }
      const columns = columnsOf(cells, options);
      const problem = separatorProblem(columns, found, options) ?? headProblem(columns, options);
      if (problem !== undefined) {
        yield { line, kind: problem };
        return;
      }
      rowOf = rowReader(columns, options, mark);
    }
    if (reader.endless() !== undefined) break;
  }
  const endless = reader.endless();
  if (endless !== undefined) yield { line: endless, kind: endlessProblem };
}

/** Does not disconnect the sender, because the answer uses the same connection. */
async function takeHead(source: Readable) {
  const pieces = source.iterator({ destroyOnReturn: false });
  let head = Buffer.alloc(0);
  while (head.length < headBytes) {
    const { value, done } = await pieces.next();
    if (done === true) break;
    head = Buffer.concat([head, Buffer.from(value)]);
  }
  return { head, pieces };
}

async function* decoded(
  begin: string,
  pieces: AsyncIterable<unknown>,
  decoder: InstanceType<typeof TextDecoder>,
) {
  yield { text: begin, isLast: false };
  for await (const piece of pieces) {
    const bytes = Buffer.isBuffer(piece) ? piece : Buffer.from(String(piece));
    yield { text: decoder.decode(bytes, { stream: true }), isLast: false };
  }
  yield { text: decoder.decode(), isLast: true };
}

type Columns = {
  names: readonly string[];
  keys: readonly string[];
  code: number;
  /** -1: there is no such column. */
  amount: number;
  expiry: number;
};

function columnsOf(names: readonly string[], options: VoucherFileOptions): Columns {
  const keys = names.map(columnKey);
  const at = (name: string | undefined) =>
    name === undefined ? -1 : keys.indexOf(columnKey(name));
  return {
    names,
    keys,
    code: at(options.codeColumn),
    amount: at(options.amountColumn),
    expiry: at(options.expiryColumn),
  };
}

function separatorProblem(
  { code, names }: Columns,
  found: ReturnType<typeof separatorOf>,
  { separator, remedies }: VoucherFileOptions,
): string | undefined {
  if (code >= 0) return undefined;
  if ('problem' in found) return found.problem;
  const isOther = names[0]?.includes(separators[found.separator]) && !found.isInFirstLine;
  if (isOther !== true) return undefined;
  const remedy =
    remedies?.separator === undefined ? '' : `${remedies.separator} ${found.separator}`;
  return `the columns are separated by ${separatedBy(found.separator)}, not by ${separatedBy(separator)}${remedy}`;
}

/** The first line may be a code by mistake, so the problem quotes no name. */
function headProblem(columns: Columns, options: VoucherFileOptions): string | undefined {
  const { names, code, amount, expiry } = columns;
  const { codeColumn, amountColumn, expiryColumn, amountOfAll, expiryOfAll, remedies } = options;
  const twice = twiceProblem(names);
  if (twice !== undefined) return twice;
  const noColumn = (name = 'of amounts') =>
    `the first line names no column "${name}". It names ${shownNames(names)}`;
  if (code < 0 && isWithoutNames(names)) {
    return `the first line names no column "${codeColumn}", but has a number or a day. ${addNames}`;
  }
  if (code < 0) return `${noColumn(codeColumn)}${remedies?.code ?? ''}`;
  if (amount < 0 && amountOfAll === undefined) {
    return `${noColumn(amountColumn)}${remedies?.amount ?? ''}`;
  }
  if (amount >= 0 && amountOfAll !== undefined) {
    return `the first line names a column of amounts${remedies?.amountOfAll ?? ''}`;
  }
  if (expiry < 0 && expiryColumn !== undefined && options.isExpiryOptional !== true) {
    return noColumn(expiryColumn);
  }
  if (expiry >= 0 && expiryOfAll !== undefined) {
    return `the first line names a column of expiries${remedies?.expiryOfAll ?? ''}`;
  }
  return undefined;
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
const strayControl = /[^\P{Cc}\s]/u;

type RowReader = (cells: readonly string[]) => VoucherCode | { kind: string };

function rowReader(columns: Columns, options: VoucherFileOptions, mark: string): RowReader {
  const amountIn = (text: string | undefined) => {
    const amount = text === undefined ? options.amountOfAll : amountOf(text);
    return amount !== undefined && options.amounts.includes(amount) ? amount : undefined;
  };
  const holdsLines = linesInCells(columns, mark, amountIn);
  const { names, keys, code: codeAt, amount: amountAt, expiry: expiryAt } = columns;
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
    { names, code, amount }: Columns,
    mark: string,
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
