const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

export const bytesOf = (text: string): Uint8Array => encoder.encode(text);
/** Bytes that are not UTF-8 become another character, so that no hash is right. */
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
/** Lower-case hex digits. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => digits[byte]).join('');

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Canonical JSON has sorted keys, no white space, integers only, and strings as in JSON.stringify.
 * The order of the keys and the integers are checked with the forms of the fields.
 * @returns the value, or `undefined` if the text is spelled otherwise
 */
export function parseCanonicalJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}
