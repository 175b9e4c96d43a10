// Canonical JSON for hashing: sorted keys, no white space, integers only.

export type Canonical =
  | string
  | number
  | null
  | readonly Canonical[]
  | { readonly [key: string]: Canonical };

/** @throws RangeError if a number is not a safe integer, since only those have one spelling */
export function canonicalJson(value: Canonical): string {
  if (value === null || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value))
      throw new RangeError('Failed to spell a number: only safe integers have one spelling.');
    return String(value);
  }
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}

const isList = (value: Canonical): value is readonly Canonical[] => Array.isArray(value);
