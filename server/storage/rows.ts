// Small spellings that the storage files share: how rows are keyed and how lists go into a statement. No SQL.

/** A row's key as one string: the parts joined by a sign that none of them holds. */
export function keyed(...parts: readonly (string | Uint8Array)[]): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : Buffer.from(part).toString('hex')))
    .join('|');
}

/** Rows by their key. */
export function byKey<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row> {
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** One list per column, for `unnest($1::text[], …)`. */
export function column<Item, Value>(
  items: readonly Item[],
  valueOf: (item: Item) => Value,
): Value[] {
  return items.map(valueOf);
}

/** A moment in ms as what PostgreSQL takes for a timestamptz. */
export const moment = (ms: number): Date => new Date(ms);

/** Milliseconds of the moments that PostgreSQL gave. */
export const milliseconds = (moments: readonly Date[]): number[] =>
  moments.map((time) => time.getTime());
