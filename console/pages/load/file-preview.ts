// The first lines of a file of codes, so that a person can say which column is which. What they
// hold is never sent for that; the server reads the file by itself.
import { createCsvReader, endlessProblem } from '@inaam/contract/console/csv-lines.ts';
import {
  addNames,
  encodingOf,
  isWithoutNames,
  separatorOf,
  twiceProblem,
  type Separator,
} from '@inaam/contract/console/voucher-file.ts';
import { separators } from '@inaam/contract/console/voucher-upload.ts';

type FilePreview = {
  separator: Separator;
  /** Of the first line, in their order; one without a name is empty. */
  columns: readonly string[];
  /** The lines after it. */
  rows: readonly (readonly string[])[];
  /** By their names; -1: no idea. */
  guess: { code: number; amount: number; expiry: number };
};

const rowsMost = 5;

/**
 * @param head the first bytes
 * @param isWhole there are no more
 * @returns a sentence for a file that cannot be one of codes
 */
export function previewFile(head: Uint8Array, isWhole: boolean): FilePreview | string {
  const encoded = encodingOf(head);
  if ('problem' in encoded) return sentence(encoded.problem);
  const text = new TextDecoder(encoded.encoding).decode(head, { stream: !isWhole });
  const found = separatorOf(text);
  if ('problem' in found) return sentence(found.problem);
  const { separator, isInFirstLine } = found;
  const reader = createCsvReader(separators[separator]);
  const [columns, ...rows] = reader
    .read(text, isWhole)
    .filter(({ line }) => line > 1 || !isInFirstLine)
    .map(({ cells }) => cells);
  const problem = columns ? columnsProblem(columns) : emptyProblem(reader.endless());
  if (problem !== undefined || !columns) return sentence(problem ?? '');
  const at = (pattern: RegExp) => columns.findIndex((name) => pattern.test(name));
  return {
    separator,
    columns,
    rows: rows.slice(0, rowsMost),
    guess: {
      code: at(/code|voucher|coupon|pin\b/i),
      amount: at(/amount|value|denomination|rupee|price|₹|\brs\b/i),
      expiry: at(/expir|valid|until|till/i),
    },
  };
}

const emptyProblem = (endless: number | undefined) =>
  endless === undefined ? 'the file is empty' : `line ${endless} ${endlessProblem}`;

const columnsProblem = (columns: readonly string[]) =>
  isWithoutNames(columns)
    ? `the first line must name the columns, and here it has a number or a day. ${addNames}`
    : twiceProblem(columns);

const sentence = (problem: string) => `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;

/** "INM-••••••42": enough to know the column by, and nothing to use. */
export function hideCode(cell: string): string {
  if (cell.length < 6) return '•'.repeat(cell.length);
  return `${cell.slice(0, 2)}${'•'.repeat(Math.min(8, cell.length - 4))}${cell.slice(-2)}`;
}
