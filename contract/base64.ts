// Base64 of UTF-8 (RFC 4648, section 4) without Buffer or atob. Only the canonical form is
// accepted, so each text has exactly one encoding.
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const valueOf = new Map(Array.from(alphabet, (letter, value) => [letter, value]));

export function base64OfText(text: string): string {
  const bytes = utf8ToBytes(text);
  const letters: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = bytes.subarray(at, at + 3);
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    letters.push(letterOf(bits >> 18), letterOf(bits >> 12));
    letters.push(second === undefined ? '=' : letterOf(bits >> 6));
    letters.push(third === undefined ? '=' : letterOf(bits));
  }
  return letters.join('');
}

const letterOf = (bits: number) => alphabet.charAt(bits & 0x3f);

export function textOfBase64(spelling: string): string | undefined {
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const letter of spelling.replace(/={1,2}$/, '')) {
    const value = valueOf.get(letter);
    if (value === undefined) return undefined;
    bits = ((bits << 6) | value) & 0xffffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes.push((bits >> count) & 0xff);
    }
  }
  const text = textOfUtf8(Uint8Array.from(bytes));
  // Encoding again detects anything not canonical: stray bits, missing or extra padding.
  return text !== undefined && base64OfText(text) === spelling ? text : undefined;
}

export function textOfUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decodeURIComponent(bytesToHex(bytes).replace(/../g, '%$&'));
  } catch {
    return undefined;
  }
}
