// Signatures detect tampering; the access token authorizes (Protocol: Signing; Spec 7, 9).
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64OfText, textOfBase64 } from './base64.ts';

const signatureLength = 64;
const paddingLength = { min: 2, max: 8 } as const;
const position = { min: 1, max: 6 } as const;
/** Base64 of 15 digits. */
const timeLengthMax = 20;
const keySlice = { from: 4, to: 18 } as const;
const paddingLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Hides where the signature starts. */
export type Padding = { letters: string; position: number };

/** @param below returns a random integer below its argument; need not be secure */
export function drawPadding(below: (bound: number) => number): Padding {
  const length = paddingLength.min + below(paddingLength.max - paddingLength.min + 1);
  const letters = Array.from({ length }, () => paddingLetters.charAt(below(paddingLetters.length)));
  return {
    letters: letters.join(''),
    position: position.min + below(position.max - position.min + 1),
  };
}

/** What signing computes. A server passes its own, which are many times as fast. */
export type SigningTools = {
  /** HMAC-SHA-256 of the text in lower-case hex. */
  hmacHex: (key: string, text: string) => string;
  /** Undefined unless it is canonical Base64 of UTF-8. */
  textOfBase64: (spelling: string) => string | undefined;
};

const portable: SigningTools = {
  hmacHex: (key, text) => bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text))),
  textOfBase64,
};

export type Signed = { userKey: string; t: number; fields: Record<string, unknown> };

/** @param t ms since 1970, the client's estimate of the server's clock */
export function sign(call: Signed, dataKey: string, padding: Padding): string {
  const payload = JSON.stringify({ ...call.fields, userKey: call.userKey, t: call.t });
  const head = `${base64OfText(String(call.t))}.${base64OfText(payload)}`;
  const signature = portable.hmacHex(keyOf(dataKey), head);
  const at = padding.position;
  return `${head}.${signature.slice(0, at)}${padding.letters}${signature.slice(at)}`;
}

/**
 * The cheapest check comes first, and only data signed by the device is decoded: otherwise 15 kB of
 * unsigned junk would cost milliseconds.
 * @param dataKey belongs to the user key that the caller knows; compare that with the one in the
 *   result
 * @returns undefined unless it is well-formed and signed with the data key
 */
export function readSigned(data: string, dataKey: string, tools = portable): Signed | undefined {
  const [time = '', payload = '', tag = '', ...rest] = data.split('.', 4);
  if (rest.length > 0 || time.length > timeLengthMax || !hasTagLength(tag)) return undefined;
  if (!isTagOf(tools.hmacHex(keyOf(dataKey), `${time}.${payload}`), tag)) return undefined;
  const t = wholeNumber(tools.textOfBase64(time));
  const fields = objectOf(tools.textOfBase64(payload));
  if (t === undefined || fields === undefined) return undefined;
  const { userKey, t: inner, ...own } = fields;
  if (typeof userKey !== 'string' || inner !== t) return undefined;
  return { userKey, t, fields: own };
}

function hasTagLength({ length }: string): boolean {
  const padding = length - signatureLength;
  return padding >= paddingLength.min && padding <= paddingLength.max;
}

function isTagOf(expected: string, tag: string): boolean {
  const padding = tag.length - signatureLength;
  let fits = false;
  for (let at: number = position.min; at <= position.max; at++) {
    // Compare every position completely, for constant time.
    if (isEqual(tag.slice(0, at) + tag.slice(at + padding), expected)) fits = true;
  }
  return fits;
}

const keyOf = (dataKey: string) => dataKey.slice(keySlice.from, keySlice.to);

function isEqual(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let at = 0; at < right.length; at++) {
    difference |= left.charCodeAt(at) ^ right.charCodeAt(at);
  }
  return difference === 0;
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}

function objectOf(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : undefined;
  } catch {
    return undefined;
  }
}
