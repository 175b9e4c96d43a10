// Canonical JSON: sorted keys, no white space, integers only, strings as in JSON.stringify. Other
// text is refused, never corrected. The order of the keys and the integers are checked with the
// forms of the fields.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();
const latin1 = new TextDecoder('latin1');

/** The parsed value, or `undefined` if the UTF-8 text is not canonical JSON. */
export function parseCanonicalJson(bytes: Uint8Array): unknown {
  try {
    const text = decoder.decode(bytes);
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const bytesOf = (text: string): Uint8Array => encoder.encode(text);
/** A character for each byte. */
export const charactersOf = (bytes: Uint8Array): string => latin1.decode(bytes);

const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
/** Lower-case hex digits. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => digits[byte]).join('');
