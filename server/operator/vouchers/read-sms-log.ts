// Reads what the SMS provider says that it has sent, as its own console exports it.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { parse } from 'csv-parse';
import { mobileError } from '@inaam/contract/fields.ts';
import type { SmsTemplate } from '@inaam/campaigns/loader/server-campaign.ts';
import { valuesOf } from '@inaam/campaigns/sms/sms-template.ts';
import { RefusedError, UsageError } from '../command-context.ts';

export type SmsLogOptions = {
  separator: string;
  /** Names of columns, compared without regard to case. */
  numberColumn: string;
  textColumn: string;
  vouchers: Readonly<Record<string, SmsTemplate>>;
};

export type SentCode = { mobile: string; code: string };

/** A longer line has lost its end, for example through a quotation mark that is never closed. */
const lineLengthMax = 8192;

/**
 * @returns the vouchers, without verification codes and other texts
 * @throws UsageError without such a file or column, RefusedError for a line that cannot be read
 */
export async function readSmsLog(file: string, options: SmsLogOptions): Promise<SentCode[]> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new UsageError(`File not found: ${file}.`);
  const parser = createReadStream(file).pipe(
    parse({
      delimiter: options.separator,
      bom: true,
      trim: true,
      skip_empty_lines: true,
      max_record_size: lineLengthMax,
    }),
  );
  const templates = Object.values(options.vouchers);
  const sent: SentCode[] = [];
  let columns: { number: number; text: number } | undefined;
  let row = 0;
  for await (const cells of recordsOf(parser)) {
    row += 1;
    if (!columns) {
      columns = columnsOf(cells, options);
      continue;
    }
    const text = cells[columns.text] ?? '';
    const code = templates.map((template) => valuesOf(template, text)?.['code']).find(Boolean);
    if (code === undefined) continue;
    const mobile = mobileOf(cells[columns.number] ?? '');
    if (mobileError(mobile) !== undefined) {
      throw new RefusedError(
        `Nothing was changed: row ${row} has a voucher, and its number is not an Indian mobile number.`,
      );
    }
    sent.push({ mobile, code });
  }
  return sent;
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

const mobileOf = (number: string) => number.replace(/\D/g, '').replace(/^(?:91|0)(?=\d{10}$)/, '');

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
