// Reads a list of voucher codes as the issuer of the vouchers sends it, CSV with the columns `code` and `amount`, and
// says every fault by its line. Never says a code. Pure.
import { isValidCode, type VoucherCode } from './load-voucher-codes.ts';

/** A code with the line of the file that it stands in, from 1. */
export type ListedCode = VoucherCode & { line: number };

export type LineProblem = { line: number; problem: string };

export const listHead = 'code,amount';

const faults = {
  head: `the first line must be "${listHead}"`,
  columns: 'must be a code, a comma and an amount, nothing more',
  code: 'its code is not 4 to 24 letters, digits and hyphens',
} as const;

/**
 * Reads the whole list.
 * @param amounts whole rupees that the campaign has vouchers of
 */
export function readVoucherList(
  text: string,
  amounts: readonly number[],
): { codes: ListedCode[]; faults: LineProblem[] } {
  // A spreadsheet writes a mark first, and CR LF.
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const found: LineProblem[] = [];
  const codes: ListedCode[] = [];
  if (cellsOf(head).join(',').toLowerCase() !== listHead) {
    found.push({ line: 1, problem: faults.head });
  }
  const lineOf = new Map<string, number>();
  for (const [at, row] of lines.entries()) {
    const line = at + 2;
    if (row.trim() === '') continue;
    const [code = '', amount = '', ...more] = cellsOf(row);
    const fault =
      more.length > 0 || amount === '' ? faults.columns : faultOf(code, amount, amounts);
    const first = lineOf.get(code);
    if (fault !== undefined) found.push({ line, problem: fault });
    else if (first !== undefined)
      found.push({ line, problem: `has the same code as line ${first}` });
    else codes.push({ code, amount: Number(amount), line });
    lineOf.set(code, first ?? line);
  }
  return { codes, faults: found };
}

function faultOf(code: string, amount: string, amounts: readonly number[]): string | undefined {
  if (!isValidCode(code)) return faults.code;
  if (/^\d{1,6}$/.test(amount) && amounts.includes(Number(amount))) return undefined;
  return `its amount is not one of ${amounts.join(', ')}`;
}

const cellsOf = (row: string) =>
  row.split(',').map((cell) => cell.trim().replace(/^"([^"]*)"$/, '$1'));
