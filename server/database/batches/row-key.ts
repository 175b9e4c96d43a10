/** A row's key as one string; no part may contain `|`. */
export function rowKey(...parts: readonly (string | Uint8Array)[]): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : Buffer.from(part).toString('hex')))
    .join('|');
}

export function rowsByKey<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, Row> {
  return new Map(rows.map((row) => [keyOf(row), row]));
}
