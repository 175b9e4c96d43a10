import { Mismatch, requireThat, type Place } from './mismatch.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();
/** More than any file but the ledger has. */
const bytesMax = 2 ** 24;

export const bytesOf = (text: string): Uint8Array => encoder.encode(text);

/** @throws Mismatch, since a text with replaced bytes could have the hash of another file */
export function textOf(bytes: Uint8Array, place: Place): string {
  requireThat(bytes.length <= bytesMax, place, 'the size', `${bytesMax} or less`, bytes.length);
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Mismatch(place, { what: 'the encoding', expected: 'UTF-8', found: 'another' });
  }
}

/** What an editor or a download does to a text. */
export function oddityOf(text: string): string {
  if (text === '') return 'empty';
  if (text.startsWith('\ufeff')) return 'one with a byte order mark';
  return text.includes('\r') ? 'one with a carriage return' : 'something else';
}

/** Lower-case hex digits. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The order of the keys and the whole numbers are checked with the forms of the fields.
 * @throws Mismatch if this is not canonical JSON: it is spelled as JSON.stringify does
 */
export function parseCanonicalJson(text: string, place: Place, what: string): Fields {
  const expected = 'canonical JSON: no white space, no line feed, no field twice, no 1.0 or 1e0';
  try {
    const value: unknown = JSON.parse(text);
    if (isFields(value) && JSON.stringify(value) === text) return value;
  } catch {
    // Not JSON, or of too many levels.
  }
  throw new Mismatch(place, { what, expected, found: oddityOf(text) });
}
