// The first lines of a file of codes, so that a person can assign the columns. They stay in the
// browser; the server parses the file again.
import { createCsvReader, endlessProblem } from '@inaam/contract/console/csv.ts';
import {
  addNames,
  encodingOf,
  isWithoutNames,
  separatorOf,
  separators,
  twiceProblem,
  type Separator,
} from '@inaam/contract/console/csv-file.ts';
import type { VoucherReading } from '../contract.ts';

type FilePreview = {
  separator: Separator;
  /** Names from the first line, in order; an unnamed column is empty. */
  columns: readonly string[];
  /** The lines after it. */
  rows: readonly (readonly string[])[];
  /** Guessed from their names; -1 if unknown. */
  guess: { code: number; amount: number; expiry: number };
};

const rowsMax = 5;
const usualCode = /code|voucher|coupon/i;

/**
 * @param head the first bytes
 * @param isWhole they are the whole file
 * @returns a sentence if this cannot be a file of codes
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
    rows: rows.slice(0, rowsMax),
    guess: {
      // A PIN is the code only where there is no other.
      code: columns.some((name) => usualCode.test(name)) ? at(usualCode) : at(/pin\b/i),
      amount: at(/amount|value|denomination|rupee|price|₹|\brs\b/i),
      expiry: at(/expir|valid|until|till/i),
    },
  };
}

const emptyProblem = (endless: number | undefined) =>
  endless === undefined ? 'the file is empty' : `line ${endless} ${endlessProblem}`;

const columnsProblem = (columns: readonly string[]) =>
  isWithoutNames(columns)
    ? `the first line must name the columns, and here it has a number or a date. ${addNames}`
    : twiceProblem(columns);

const sentence = (problem: string) => `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;

/** "INM-••••••42": enough to recognize the column, and useless as a code. */
export function hideCode(cell: string): string {
  if (cell.length < 6) return '•'.repeat(cell.length);
  return `${cell.slice(0, 2)}${'•'.repeat(Math.min(8, cell.length - 4))}${cell.slice(-2)}`;
}

type Looked = Exclude<ReturnType<typeof previewFile>, string>;

/** Column indexes, as text. */
export type Choice = {
  readonly code: string | null;
  readonly amount: string;
  readonly expiry: string;
  readonly amountOfAll: number | string;
  /** YYYY-MM-DD */
  readonly expiryOfAll: string | null;
};

export const noColumn = 'none';

const placeOf = (at: number) => (at === -1 ? noColumn : String(at));

export function firstChoice({ guess }: Pick<Looked, 'guess'>): Choice {
  return {
    code: guess.code === -1 ? null : String(guess.code),
    amount: placeOf(guess.amount),
    expiry: placeOf(guess.expiry),
    amountOfAll: '',
    expiryOfAll: null,
  };
}

/** Names of columns that are not chosen: winners get the code alone, even if it needs a PIN. */
export const unreadColumns = (columns: readonly string[], choice: Choice): string[] =>
  columns.filter(
    (name, at) => name !== '' && ![choice.code, choice.amount, choice.expiry].includes(String(at)),
  );

type Head = Pick<Looked, 'columns' | 'separator'>;

/** Whether two files have the same columns: the second is probably a corrected copy. */
export function hasSameColumns(one: Head, other: Head): boolean {
  return (
    one.separator === other.separator &&
    one.columns.length === other.columns.length &&
    one.columns.every((name, at) => name === other.columns[at])
  );
}

type Faults = Partial<Record<'code' | 'amount' | 'expiry' | 'amountOfAll', string>>;

/** Messages beside their fields. */
export function readingFaults({ code, amount, expiry, amountOfAll }: Choice): Faults {
  const taken = 'This column is already in use.';
  return {
    ...(code === null && { code: 'Choose the column with the codes.' }),
    ...(amount !== noColumn && amount === code && { amount: taken }),
    ...(expiry !== noColumn && (expiry === code || expiry === amount) && { expiry: taken }),
    ...(amount === noColumn && Number(amountOfAll) < 1 && { amountOfAll: 'Enter the amount.' }),
  };
}

/** @returns undefined if something is missing or chosen twice */
export function readingOf(
  { columns, separator }: Head,
  choice: Choice,
): VoucherReading | undefined {
  const { code, amount, expiry } = choice;
  if (code === null || Object.keys(readingFaults(choice)).length > 0) return undefined;
  const nameAt = (place: string) => columns[Number(place)] ?? '';
  const hasAmounts = amount !== noColumn;
  const hasExpiries = expiry !== noColumn;
  return {
    separator,
    codeColumn: nameAt(code),
    amountColumn: hasAmounts ? nameAt(amount) : null,
    amountOfAll: hasAmounts ? null : Number(choice.amountOfAll),
    expiryColumn: hasExpiries ? nameAt(expiry) : null,
    expiryOfAll: hasExpiries ? null : choice.expiryOfAll,
  };
}
