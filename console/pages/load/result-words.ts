import type { VoucherUploadAnswer } from '@inaam/contract/console/voucher-upload.ts';
import type { TableData } from '../../ui/csv.ts';
import { countOf, formatCount, formatDay, formatRupees } from '../../ui/format.ts';

type Amounts = Extract<VoucherUploadAnswer, { result: 'checked' }>['amounts'];
type Faulty = Extract<VoucherUploadAnswer, { result: 'faulty' }>;

export const codesOf = (amounts: Amounts): number =>
  amounts.reduce((sum, { count }) => sum + count, 0);

export const rupeesOf = (amounts: Amounts): number =>
  amounts.reduce((sum, { amount, count }) => sum + amount * count, 0);

/** The file's result in one sentence. */
export function saidOf(answer: VoucherUploadAnswer): string {
  if (answer.result === 'faulty') {
    const lines =
      answer.count === 1 ? '1 line is wrong' : `${formatCount(answer.count)} lines are wrong`;
    return `${lines}, so nothing can be loaded. Correct the file and choose it again.`;
  }
  const codes = countOf(codesOf(answer.amounts), 'code');
  if (answer.result === 'checked')
    return `The file is good: ${codes}. Nothing has been loaded yet.`;
  if (answer.result === 'already')
    return `All of it was loaded before: ${codes}. Nothing was changed.`;
  return `Loaded as batch ${formatCount(answer.batch)}: ${codes}.`;
}

export const amountsTable = (amounts: Amounts): TableData => ({
  columns: [
    { label: 'Voucher' },
    { label: 'Codes', isNumber: true },
    { label: 'First expires' },
    { label: 'Last expires' },
    { label: 'Never expire', isNumber: true },
  ],
  rows: amounts.map(({ amount, count, expireFrom, expireUntil, neverExpire }) => [
    formatRupees(amount),
    count,
    expireFrom === null ? '–' : formatDay(expireFrom),
    expireUntil === null ? '–' : formatDay(expireUntil),
    neverExpire,
  ]),
});

/** Lines and messages, never codes. */
export const faultsTable = ({ faults }: Pick<Faulty, 'faults'>): TableData => ({
  columns: [
    { label: 'Line', isNumber: true },
    { label: 'What is wrong', isText: true },
  ],
  rows: faults.map(({ line, fault }) => [line, fault]),
});
