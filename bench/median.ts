// Medians of several runs, because other work on the machine may slow down one of them. Pure.

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
