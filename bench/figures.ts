// Figures of many values. Pure.

/** Of several runs, because other work on the machine may slow down one of them. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

export function mediansOf(
  rows: readonly Readonly<Record<string, number>>[],
): Record<string, number> {
  const names = Object.keys(rows[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, medianOf(rows.map((row) => row[name] ?? Number.NaN))]),
  );
}

/**
 * The smallest value that `share` of all values do not exceed (nearest rank).
 * @param sorted ascending
 * @param share from 0 to 1
 */
export function percentileOf(sorted: readonly number[], share: number): number {
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

export type Spread = { count: number; p50: number; p99: number; max: number };

/** Rounded to hundredths. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const rounded = (share: number) => Math.round(percentileOf(sorted, share) * 100) / 100;
  return { count: sorted.length, p50: rounded(0.5), p99: rounded(0.99), max: rounded(1) };
}
