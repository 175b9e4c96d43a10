// What counts of several runs: machines are shared, and one run may have met somebody else's work.
// Pure.

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** Of each figure by its name. */
export function mediansOf(
  rows: readonly Readonly<Record<string, number>>[],
): Record<string, number> {
  const names = Object.keys(rows[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, medianOf(rows.map((row) => row[name] ?? Number.NaN))]),
  );
}
