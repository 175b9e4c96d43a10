import { formatCount } from '../../ui/format.ts';
import { shareOf } from './measures.ts';
import { valueLabel, type Dimension, type Overview } from './view.ts';

type Part = Overview['parts'][Dimension][number];

export const columns = {
  visits: 'Visits',
  numbers: 'Requested OTP',
  verified: 'Verified',
  rewarded: 'Rewards',
  rupees: 'Rupees',
  rate: 'Rate',
} as const;
export type Column = keyof typeof columns;
export type Sort = { readonly column: Column | 'label'; readonly isRising: boolean };

export const definitions: Partial<Record<Column, string>> = {
  rate: 'Verified numbers, of those that requested an OTP.',
};

export type BreakdownRow = {
  readonly value: string;
  readonly label: string;
  readonly visits: number | null;
  readonly numbers: number | null;
  readonly verified: number;
  readonly rewarded: number;
  readonly rupees: number;
  /** 0 to 1 */
  readonly rate: number | null;
  readonly shownRate: string;
};

export function breakdownOf(
  name: Dimension,
  parts: readonly Part[],
  { column, isRising }: Sort,
): BreakdownRow[] {
  const sign = isRising ? 1 : -1;
  return parts
    .map((part) => rowOf(name, part))
    .toSorted((one, other) => {
      if (column === 'label') return sign * one.label.localeCompare(other.label);
      const [a, b] = [one[column], other[column]];
      // What is not known comes last, in either direction.
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      return sign * (a - b);
    });
}

function rowOf(name: Dimension, part: Part): BreakdownRow {
  const { value, visits, numbers, verified, rewarded, rupees } = part;
  const shownRate = numbers === null ? undefined : shareOf(verified, numbers);
  return {
    value,
    label: valueLabel(name, value),
    visits,
    numbers,
    verified,
    rewarded,
    rupees,
    rate: shownRate === undefined || numbers === null ? null : verified / numbers,
    shownRate: shownRate ?? '–',
  };
}

/** "Most verified: pack, 674 of 1,086." */
export function mostSentence(rows: readonly BreakdownRow[]): string {
  const [first] = rows.toSorted((one, other) => other.verified - one.verified);
  const all = rows.reduce((sum, { verified }) => sum + verified, 0);
  if (first === undefined || all === 0) return 'No verified numbers in this period.';
  return `Most verified: ${first.label}, ${formatCount(first.verified)} of ${formatCount(all)}.`;
}

/** Without those of which nothing is known, as of the visits of a state. */
export function columnsOf(rows: readonly BreakdownRow[]): Column[] {
  const all: Column[] = ['visits', 'numbers', 'verified', 'rewarded', 'rupees', 'rate'];
  const isAbsent: Partial<Record<Column, boolean>> = {
    visits: rows.every(({ visits }) => visits === null),
    numbers: rows.every(({ numbers }) => numbers === null),
    rate: rows.every(({ numbers }) => numbers === null),
  };
  return all.filter((column) => !isAbsent[column]);
}
