import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { hasControlCharacters } from '../../rules/control-characters.ts';
import type { LineProblem } from './line-problems.ts';
import { parseDay } from '../parse-day.ts';
import { isValidCode, type VoucherCode } from './seal-voucher.ts';

/** `line`: of the file, from 1. */
export type ListedCode = VoucherCode & { line: number };

export type VoucherFileOptions = {
  separator: string;
  /** Names of columns, compared without regard to case; left out: not read. */
  codeColumn: string;
  amountColumn?: string | undefined;
  expiryColumn?: string | undefined;
  /** The file may lack this column. */
  isExpiryOptional?: boolean;
  /** For a file without a column of amounts; whole rupees. */
  amountOfAll?: number | undefined;
  /** For a file without a column of expiries: `YYYY-MM-DD`. */
  expiryOfAll?: string | undefined;
  /** The amounts in whole rupees for which the campaign has vouchers. */
  amounts: readonly number[];
  /** `YYYY-MM-DD`: the validity promised to somebody who gets a code today. */
  promisedUntil: string;
  /** The remedy for a column that is missing or not wanted. */
  remedies?: Partial<Record<'code' | 'amount' | 'amountOfAll' | 'expiryOfAll', string>>;
};

/**
 * A longer line has lost its end, for example through a quotation mark that is never closed. What
 * follows is not read, because nobody knows where its lines begin.
 */
const lineBytesMost = 8192;

/**
 * Reads the issuer's CSV piece by piece and reports problems as they occur. No problem contains a
 * code.
 */
export async function* readVoucherFile(
  source: Readable,
  options: VoucherFileOptions,
): AsyncIterable<ListedCode | LineProblem> {
  const broken: LineProblem[] = [];
  /** The first line that does not end. */
  let endless: number | undefined;
  let lastLine = 0;
  const parser = parse({
    delimiter: options.separator,
    bom: true,
    info: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: lineBytesMost,
    skip_records_with_error: true,
    on_record: (row, { lines }) => {
      lastLine = lines;
      return row;
    },
    on_skip: (error) => {
      // Would otherwise be reported again for each piece of the file until the quotation mark is
      // closed.
      if (error?.code === 'CSV_MAX_RECORD_SIZE') endless ??= lastLine + 1;
      else broken.push({ line: Number(error?.['lines'] ?? 0), kind: kinds.csv });
      return undefined;
    },
  });
  const bounded = Readable.from(
    withoutEndlessLine(source, (line) => {
      endless ??= line;
    }),
    { objectMode: false },
  );
  bounded.on('error', (error) => parser.destroy(error));
  bounded.pipe(parser);
  let columns: Columns | undefined;
  const dayOf = withLastRemembered(parseDay);
  for await (const row of parser) {
    const { record, info }: Row = row;
    if (endless !== undefined && info.lines >= endless) continue;
    yield* broken.splice(0);
    if (columns === undefined) {
      const problem = headProblem(record, options);
      if (problem !== undefined) {
        yield { line: info.lines, kind: problem };
        return;
      }
      columns = columnsOf(record, options);
    } else if (record.some((cell) => cell !== '')) {
      yield { line: info.lines, ...readLine(record, columns, options, dayOf) };
    }
  }
  yield* broken.filter(({ line }) => endless === undefined || line < endless);
  if (endless !== undefined) yield { line: endless, kind: kinds.endless };
}

const [lineFeed, carriageReturn] = [10, 13];

/**
 * Ends before the first line that is too long. The parser limits only what is between separators,
 * so a line of separators would fill the memory.
 */
async function* withoutEndlessLine(
  source: Readable,
  found: (line: number) => void,
): AsyncIterable<Buffer> {
  let line = 1;
  let length = 0;
  let isAfterReturn = false;
  // The sender is not disconnected, because the answer uses the same connection.
  for await (const piece of source.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(piece);
    let begin = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === lineFeed || byte === carriageReturn) {
        if (byte === carriageReturn || !isAfterReturn) line += 1;
        length = 0;
        begin = at + 1;
      } else if ((length += 1) > lineBytesMost) {
        found(line);
        yield bytes.subarray(0, begin);
        return;
      }
      isAfterReturn = byte === carriageReturn;
    }
    yield bytes;
  }
}

/** What the parser returns with `info`. */
type Row = { record: readonly string[]; info: { lines: number } };

type Columns = {
  count: number;
  code: number;
  /** -1: there is no such column. */
  amount: number;
  expiry: number;
};

function columnsOf(head: readonly string[], options: VoucherFileOptions): Columns {
  const names = head.map((name) => name.toLowerCase());
  const at = (name: string | undefined) =>
    name === undefined ? -1 : names.indexOf(name.toLowerCase());
  return {
    count: head.length,
    code: at(options.codeColumn),
    amount: at(options.amountColumn),
    expiry: at(options.expiryColumn),
  };
}

/** The first line may be a code by mistake, so it is not repeated. */
function headProblem(head: readonly string[], options: VoucherFileOptions): string | undefined {
  const { code, amount, expiry } = columnsOf(head, options);
  const { codeColumn, amountColumn, expiryColumn, amountOfAll, expiryOfAll, remedies } = options;
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

const noColumn = (name = 'of amounts') => `the first line names no column "${name}"`;

export const defaultColumns = { code: 'code', amount: 'amount', expiry: 'expires' } as const;

const kinds = {
  csv: 'is not CSV: a quotation mark is missing or misplaced',
  endless: `is not CSV: a quotation mark is never closed, or the line is longer than ${lineBytesMost} bytes. What follows was not read`,
  columns: 'has other columns than the first line',
  control: 'has a control character',
  formula: 'begins a cell as a formula, with =, +, - or @',
  code: 'its code is not 4 to 24 letters, digits and hyphens',
  expiry: 'its expiry is not a day such as 2027-03-31 or 31/03/2027',
} as const;

const formula = /^[=+@-]/;

function readLine(
  record: readonly string[],
  columns: Columns,
  options: VoucherFileOptions,
  dayOf: typeof parseDay,
): VoucherCode | { kind: string } {
  if (record.length !== columns.count) return { kind: kinds.columns };
  if (record.some(hasControlCharacters)) return { kind: kinds.control };
  const code = record[columns.code] ?? '';
  const amountText = record[columns.amount];
  const expiryText = record[columns.expiry];
  if ([code, amountText, expiryText].some((cell) => formula.test(cell ?? ''))) {
    return { kind: kinds.formula };
  }
  if (!isValidCode(code)) return { kind: kinds.code };
  const amount = amountText === undefined ? options.amountOfAll : amountOf(amountText);
  if (amount === undefined || !options.amounts.includes(amount)) {
    return { kind: `its amount is not one of ${options.amounts.join(', ')}` };
  }
  if (expiryText === undefined || expiryText === '') {
    return { code, amount, expiresOn: options.expiryOfAll };
  }
  const expiresOn = dayOf(expiryText);
  if (expiresOn === undefined) return { kind: kinds.expiry };
  if (expiresOn < options.promisedUntil) {
    return { kind: tooSoon(options.promisedUntil) };
  }
  return { code, amount, expiresOn };
}

/** Most lines have the expiry of the line before; parsing a day takes a tenth of the time. */
function withLastRemembered<T>(parse: (text: string) => T): (text: string) => T {
  let last: { text: string; result: T } | undefined;
  return (text) => (last?.text === text ? last : (last = { text, result: parse(text) })).result;
}

export const tooSoon = (promisedUntil: string): string =>
  `expires before ${promisedUntil}, until when a voucher of today is promised to be valid`;

/** Whole rupees; issuers also write `3.00`. */
function amountOf(text: string): number | undefined {
  return /^\d{1,6}(?:\.0{1,2})?$/.test(text) ? Number(text) : undefined;
}
