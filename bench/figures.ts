// Figures of many values. Pure.

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
