// Reads a CSV file as a stream, like spreadsheets: every file of lines that an operator loads. No
// problem contains a cell.
import type { Readable } from 'node:stream';
import { createCsvReader, endlessProblem } from '@inaam/contract/console/csv.ts';
import {
  addNames,
  columnKey,
  encodingOf,
  headBytes,
  isWithoutNames,
  separatorOf,
  separators,
  shownNames,
  type Separator,
} from '@inaam/contract/console/csv-file.ts';
import type { LineProblem } from './line-problems.ts';

export type CsvHead = {
  /** The cells of the first line, and what they are compared by. */
  names: readonly string[];
  keys: readonly string[];
  /** Between the columns. */
  mark: string;
  /** Why no separator was found, if none is known. */
  problem: string | undefined;
};

type Reading<Row> =
  | { problem: string }
  /** `isRow`: the first line has no names. */
  | { rowOf: (cells: readonly string[]) => Row | { kind: string }; isRow?: boolean };

/**
 * Problems are reported as they occur; reading stops at a line that does not end.
 * @param separator unless the file's first line names another; undefined: the most likely one
 * @param open decides by the first line how the others are read
 */
export async function* readCsvFile<Row extends object>(
  source: Readable,
  separator: Separator | undefined,
  open: (head: CsvHead) => Reading<Row>,
): AsyncIterable<(Row & { line: number }) | LineProblem> {
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
  const likely = 'separator' in found ? found.separator : 'comma';
  const mark = separators[isNamed ? likely : (separator ?? likely)];
  const problem = 'problem' in found && separator === undefined ? found.problem : undefined;
  const reader = createCsvReader(mark);
  let reading: Reading<Row> | undefined;
  for await (const { text, isLast } of decoded(begin, pieces, decoder)) {
    for (const { line, cells } of reader.read(text, isLast)) {
      if (isNamed && line === 1) continue;
      const isFirst = reading === undefined;
      reading ??= open({ names: cells, keys: cells.map(columnKey), mark, problem });
      if ('problem' in reading) {
        yield { line, kind: reading.problem };
        return;
      }
      if (!isFirst || reading.isRow === true) yield { line, ...reading.rowOf(cells) };
    }
    if (reader.endless() !== undefined) break;
  }
  const endless = reader.endless();
  if (endless !== undefined) yield { line: endless, kind: endlessProblem };
}

/** The first line may be a code by mistake, so the problem quotes no code. */
export function noColumn({ names, problem }: CsvHead, name: string, option: string): string {
  const none = `the first line names no column "${name}"`;
  const remedy = isWithoutNames(names)
    ? `${none}, but has a number or a date. ${addNames}`
    : `${none}. It names ${shownNames(names)}. Name it with ${option}`;
  return problem ?? remedy;
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
