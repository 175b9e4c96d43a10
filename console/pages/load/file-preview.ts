// The first lines of a file of codes, so that a person can say which column is which. What they
// hold is never sent for that; the server reads the file by itself.
import type { VoucherReading } from '@inaam/contract/console/voucher-upload.ts';

/** Enough for the first lines. */
export const headBytes = 64 * 1024;

type Separator = VoucherReading['separator'];

type FilePreview = {
  separator: Separator;
  /** Of the first line, in their order; one without a name is empty. */
  columns: readonly string[];
  /** The lines after it. */
  rows: readonly (readonly string[])[];
  /** By their names; -1: no idea. */
  guess: { code: number; amount: number; expiry: number };
};

const marks: Readonly<Record<Separator, string>> = { comma: ',', semicolon: ';', tab: '\t' };
const rowsMost = 5;

/** @returns a sentence for a file that cannot be one of codes */
export function previewFile(head: string): FilePreview | string {
  if (head.startsWith('PK') || head.includes('\0')) {
    return 'This is not a CSV file. In the spreadsheet choose “Save as” and “CSV UTF-8”, then load that file.';
  }
  const text = head.replace(/^\uFEFF/, '');
  const separator = separatorOf(text.slice(0, lineEnd(text)));
  const [columns = [], ...rows] = linesOf(text, marks[separator]);
  if (columns.every((name) => name === '')) return 'This file is empty.';
  const fault = headFault(columns);
  if (fault !== undefined) return fault;
  const at = (pattern: RegExp) => columns.findIndex((name) => pattern.test(name));
  return {
    separator,
    columns,
    rows,
    guess: {
      code: at(/code|voucher|coupon|pin\b/i),
      amount: at(/amount|value|denomination|rupee|price|₹|\brs\b/i),
      expiry: at(/expir|valid|until|till/i),
    },
  };
}

function headFault(columns: readonly string[]): string | undefined {
  if (columns.some((name) => /^\d+(?:\.\d+)?$|^\d{1,4}[/-]\d{1,2}[/-]\d{1,4}$/.test(name))) {
    return 'The first line must name the columns, and here it has a number or a day. Add a line of names at the top, such as code,amount.';
  }
  const names = columns.filter((name) => name !== '').map((name) => name.toLowerCase());
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? undefined : `Two columns have the name “${twice}”. Rename one.`;
}

/** The one that is there most often outside of quotation marks. */
function separatorOf(line: string): Separator {
  const plain = line.replaceAll(/"[^"]*"/g, '');
  const count = (separator: Separator) => plain.split(marks[separator]).length;
  const names = ['comma', 'semicolon', 'tab'] as const;
  return names.reduce((best, one) => (count(one) > count(best) ? one : best));
}

const lineEnd = (text: string) => {
  const at = text.search(/[\r\n]/);
  return at === -1 ? text.length : at;
};

/** The first lines that are not empty, each by its cells. */
function linesOf(text: string, mark: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endLine = () => {
    cells.push(cell.trim());
    if (cells.some((one) => one !== '')) lines.push(cells);
    cells = [];
    cell = '';
  };
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) cell += letter;
    else if (letter === mark) {
      cells.push(cell.trim());
      cell = '';
    } else if (letter === '\n') endLine();
    else if (letter !== '\r') cell += letter;
    if (lines.length > rowsMost) return lines;
  }
  endLine();
  return lines;
}

/** "INM-••••••42": enough to know the column by, and nothing to use. */
export function hideCode(cell: string): string {
  if (cell.length < 6) return '•'.repeat(cell.length);
  return `${cell.slice(0, 2)}${'•'.repeat(Math.min(8, cell.length - 4))}${cell.slice(-2)}`;
}

/** Whether a cell may be a code: of whatever column, it is not shown. */
export const mayBeCode = (cell: string): boolean =>
  /^(?=.*\d)[A-Za-z0-9-]{6,}$/.test(cell) && !/^\d{1,4}[/-]\d{1,2}[/-]\d{1,4}$/.test(cell);
