// Canonical JSON: sorted keys, no white space, integers only, strings as in JSON.stringify. Other
// text is refused, never corrected.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The parsed value, or `undefined` if the UTF-8 text is not canonical JSON. */
export function parseCanonicalJson(bytes: Uint8Array): unknown {
  try {
    const text = decoder.decode(bytes);
    const value: unknown = JSON.parse(text);
    return canonicalJson(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

/** @throws TypeError for a fraction, an inexact number or a lone surrogate */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string' && value.isWellFormed()) return JSON.stringify(value);
  if (typeof value === 'number' && Number.isSafeInteger(value)) return JSON.stringify(value);
  if (typeof value === 'boolean' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isFields(value)) throw new TypeError('Failed to write a value: it has no canonical text.');
  const pairs = Object.keys(value)
    .toSorted()
    .map((key) => `${canonicalJson(key)}:${canonicalJson(value[key])}`);
  return `{${pairs.join(',')}}`;
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param names in ascending order, exactly the value's fields */
export function hasFields(value: unknown, names: string): value is Fields {
  if (!isFields(value)) return false;
  const found = Object.keys(value);
  return found.join(', ') === names && found.length === names.split(', ').length;
}
