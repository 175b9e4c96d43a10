import { isValidCode, type VoucherCode } from './load-voucher-codes.ts';

/** `line`: of the file, from 1. */
export type ListedCode = VoucherCode & { line: number };

export type LineProblem = { line: number; problem: string };

export const listHead = 'code,amount';

const problems = {
  head: `the first line must be "${listHead}"`,
  columns: 'must be a code, a comma and an amount',
  code: 'its code is not 4 to 24 letters, digits and hyphens',
} as const;

/**
 * Reads the issuer's CSV of voucher codes, with the columns `code` and `amount`. Reports every
 * problem by its line and never repeats a code.
 * @param amounts whole rupees that the campaign has vouchers of
 */
export function readVoucherList(
  text: string,
  amounts: readonly number[],
): { codes: ListedCode[]; problems: LineProblem[] } {
  // Spreadsheets write a byte order mark and CR LF.
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const found: LineProblem[] = [];
  const codes: ListedCode[] = [];
  if (cellsOf(head).join(',').toLowerCase() !== listHead) {
    found.push({ line: 1, problem: problems.head });
  }
  const lineOf = new Map<string, number>();
  for (const [at, row] of lines.entries()) {
    const line = at + 2;
    if (row.trim() === '') continue;
    const [code = '', amount = '', ...more] = cellsOf(row);
    const problem =
      more.length > 0 || amount === '' ? problems.columns : problemOf(code, amount, amounts);
    const first = lineOf.get(code);
    if (problem !== undefined) found.push({ line, problem });
    else if (first !== undefined)
      found.push({ line, problem: `has the same code as line ${first}` });
    else codes.push({ code, amount: Number(amount), line });
    lineOf.set(code, first ?? line);
  }
  return { codes, problems: found };
}

function problemOf(code: string, amount: string, amounts: readonly number[]): string | undefined {
  if (!isValidCode(code)) return problems.code;
  if (/^\d{1,6}$/.test(amount) && amounts.includes(Number(amount))) return undefined;
  return `its amount is not one of ${amounts.join(', ')}`;
}

const cellsOf = (row: string) =>
  row.split(',').map((cell) => cell.trim().replace(/^"([^"]*)"$/, '$1'));
