import { mobileError } from '@inaam/contract/fields.ts';
import { readMobileInput } from '@inaam/contract/mobile-input.ts';

const figures = new Intl.NumberFormat('en-IN');

/** Grouped as in India: 40,00,000. */
export const rupees = (amount: number): string => figures.format(amount);

/** ISO, UTC. @param at ms */
export const formatTime = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString();

const indianOffsetMs = 5.5 * 3_600_000;

/** Indian Standard Time, for people: `2025-07-01 15:30:00`. @param at ms */
export const indianTime = (at: number): string =>
  new Date(at + indianOffsetMs).toISOString().slice(0, 19).replace('T', ' ');

/**
 * Reads a day as `2027-03-31`, `31/03/2027` or `31-03-2027`; in India the day comes before the
 * month.
 * @returns `YYYY-MM-DD`; undefined if it is not a day
 */
export function parseDay(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const [, dayFirst, monthThen, yearLast] = /^(\d{2})[/-](\d{2})[/-](\d{4})$/.exec(text) ?? [];
  const iso = `${year ?? yearLast}-${month ?? monthThen}-${day ?? dayFirst}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(iso) ? undefined : iso;
}

/**
 * Accepts what the site's form accepts: a prefix of +91 or 0, spaces, Indian digits.
 * @returns ten digits; undefined for anything that is not an Indian mobile number
 */
export function parseMobile(typed: string): string | undefined {
  const mobile = readMobileInput(typed.trim(), false)?.mobile ?? '';
  return mobileError(mobile) === undefined ? mobile : undefined;
}

/** `isWhole` → "whole", `newPasskeys` → "new passkeys" */
export const wordsOf = (name: string): string =>
  name
    .replace(/^(?:is|has)(?=[A-Z])/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();

/** SQL: the Indian day of a column by the campaign's clock; `$n` is `campaignAheadMs`. */
export const dayOf = (column: string, parameter: string) =>
  `to_char((${column} + ${parameter} * interval '1 ms') at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`;

/** SQL: in UTC. */
export const isoTime = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** C0 and C1 controls, and characters that change the direction of text. */
const control = /[\p{Cc}\u061C\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** Whether a terminal could show something other than the text. */
export const hasControlCharacters = (text: string): boolean => control.test(text);

/** Links contain arbitrary text. Removes the characters that a terminal or a page would act on. */
export const printable = (text: string): string => text.replaceAll(/\p{C}/gu, '');

/** @returns undefined for what is no JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
