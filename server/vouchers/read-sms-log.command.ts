// Reads what the SMS provider says that it has sent, as its own console exports it.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { parse } from 'csv-parse';
import { mobileError } from '@inaam/contract/fields.ts';
import { RefusedError, UsageError } from '../operator/command-context.ts';
import { textReader, type SmsTexts, type TextReader } from './sms-texts.ts';

export type SmsLogOptions = {
  separator: string;
  /** Names of columns, compared without regard to case. */
  numberColumn: string;
  textColumn: string;
  texts: SmsTexts;
  /** Which of these codes are in the stock. */
  inStock: (codes: readonly string[]) => Promise<ReadonlySet<string>>;
};

type SentCode = { row: number; mobile: string; code: string };

/** `others` counts rows with neither a voucher nor a one-time code of ours. */
export type SmsLog = { sent: SentCode[]; unclear: number[]; others: number };

/** A longer line has lost its end, for example through a quotation mark that is never closed. */
const lineLengthMax = 8192;

/**
 * Rows are numbered from 1, which names the columns.
 * @throws UsageError without such a file or column, RefusedError for a line that cannot be read
 */
export async function readSmsLog(file: string, options: SmsLogOptions): Promise<SmsLog> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new UsageError(`File not found: ${file}.`);
  const reader = textReader(options.texts);
  const sent: SentCode[] = [];
  const doubtful: Doubtful[] = [];
  const words = new Map<string, Doubtful[]>();
  let others = 0;
  for await (const { row, mobile, text } of rowsOf(file, options)) {
    const read = reader.read(text);
    if (read.kind === 'voucher') sent.push({ row, mobile, code: read.code });
    else if (read.kind === 'cut') doubtful.push({ row, mobile, code: read.code });
    else if (read.kind === 'unclear') doubtful.push({ row, mobile });
    else if (read.kind === 'other') {
      others += 1;
      for (const word of codeLike(text)) {
        const rows = words.get(word);
        if (rows) rows.push({ row, mobile });
        else words.set(word, [{ row, mobile }]);
      }
    }
  }
  // A code of ours is one whatever stands around it.
  for (const code of await options.inStock([...words.keys()])) {
    doubtful.push(...(words.get(code) ?? []));
  }
  const { joined, unclear } = await joinParts(file, options, reader, doubtful);
  const all = await inTheirCase([...sent, ...joined], options.inStock);
  for (const { row, mobile } of all) {
    if (mobileError(mobile) === undefined) continue;
    throw new RefusedError(
      `Nothing was changed: row ${row} has a voucher, and its number is not an Indian mobile number.`,
    );
  }
  return { sent: all, unclear, others };
}

type Row = { row: number; mobile: string; text: string };
/** Not read as a whole; `code` where it could be. */
type Doubtful = { row: number; mobile: string; code?: string };

async function* rowsOf(file: string, options: SmsLogOptions): AsyncIterable<Row> {
  const parser = createReadStream(file).pipe(
    parse({
      delimiter: options.separator,
      bom: true,
      trim: true,
      skip_empty_lines: true,
      max_record_size: lineLengthMax,
    }),
  );
  let columns: { number: number; text: number } | undefined;
  let row = 0;
  for await (const cells of recordsOf(parser)) {
    row += 1;
    if (columns) {
      const { [columns.number]: number = '', [columns.text]: text = '' } = cells;
      yield { row, mobile: mobileOf(number), text };
    } else columns = columnsOf(cells, options);
  }
}

async function* recordsOf(parser: AsyncIterable<readonly string[]>) {
  try {
    yield* parser;
  } catch {
    throw new RefusedError(
      'Nothing was changed: the file is not CSV. A quotation mark is missing or misplaced, a line is too long, or has other columns than the first.',
    );
  }
}

const mobileOf = (number: string) =>
  number.replace(/\D/g, '').replace(/^(?:(?:00)?91|0)(?=\d{10}$)/, '');

function columnsOf(head: readonly string[], { numberColumn, textColumn }: SmsLogOptions) {
  const names = head.map((name) => name.toLowerCase());
  const placeOf = (name: string, option: string) => {
    const place = names.indexOf(name.toLowerCase());
    if (place >= 0) return place;
    throw new UsageError(
      `The first line names no column "${name}". Name it with --${option}-column.`,
    );
  };
  return { number: placeOf(numberColumn, 'number'), text: placeOf(textColumn, 'text') };
}

/** What could be a code. */
const codeLike = (text: string) =>
  new Set(text.match(/(?=[A-Za-z-]*\d)[A-Za-z0-9](?:-?[A-Za-z0-9]){5,23}/g));

const segmentsMax = 4;

/**
 * Some providers have a row for each SMS of a long text. Reads the rows of the numbers that have a
 * doubtful one again, and joins those that follow each other.
 */
async function joinParts(
  file: string,
  options: SmsLogOptions,
  reader: TextReader,
  doubtful: readonly Doubtful[],
): Promise<{ joined: SentCode[]; unclear: number[] }> {
  if (doubtful.length === 0) return { joined: [], unclear: [] };
  const open = new Map(doubtful.map((one) => [one.row, one]));
  const rows = new Map(doubtful.map(({ mobile }): [string, Row[]] => [mobile, []]));
  for await (const row of rowsOf(file, options)) {
    const { kind } = rows.has(row.mobile) ? reader.read(row.text) : { kind: 'otp' };
    if (kind !== 'voucher' && kind !== 'otp') rows.get(row.mobile)?.push(row);
  }
  const joined: SentCode[] = [];
  for (const own of rows.values()) {
    for (let at = 0; at < own.length; at += 1) {
      for (let count = 2; count <= segmentsMax; count += 1) {
        const parts = own.slice(at, at + count);
        const code = parts.length < count ? undefined : reader.join(parts.map(({ text }) => text));
        const [first] = parts;
        if (code === undefined || !first) continue;
        joined.push({ row: first.row, mobile: first.mobile, code });
        for (const { row } of parts) open.delete(row);
        at += count - 1;
        break;
      }
    }
  }
  const cut = [...open.values()].flatMap((one) =>
    one.code === undefined ? [] : [{ ...one, code: one.code }],
  );
  const unclear = [...open.values()].filter(({ code }) => code === undefined);
  return {
    joined: [...joined, ...cut],
    unclear: unclear.map(({ row }) => row).toSorted((one, other) => one - other),
  };
}

/** A code that is in the stock in another case only, once, is that one. */
async function inTheirCase(
  sent: readonly SentCode[],
  inStock: SmsLogOptions['inStock'],
): Promise<SentCode[]> {
  const known = await inStock(sent.map(({ code }) => code));
  const strange = sent.filter(({ code }) => !known.has(code));
  const others = await inStock(strange.flatMap(({ code }) => casesOf(code)));
  return sent.map((one) => {
    const [code, ...more] = known.has(one.code)
      ? [one.code]
      : casesOf(one.code).filter((other) => others.has(other));
    return code === undefined || more.length > 0 ? one : { ...one, code };
  });
}

const casesOf = (code: string) => [...new Set([code.toUpperCase(), code.toLowerCase()])];
