import * as z from 'zod';
import { isPrivateAddress, plainAddress } from './addresses.ts';
import { readFileSync } from 'node:fs';
import { Reader } from 'maxmind';

const names = ['country', 'countryCode', 'regionName', 'region', 'city', 'zip'] as const;

/** As in Spec 3. Unknown fields are omitted. */
export type IpInfo = { readonly [Name in (typeof names)[number]]?: string };

// PostgreSQL's JSON does not accept NUL: one such visit would fail its whole batch.
const word = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((text) => !text.includes('\u0000'))
  .optional()
  .catch(undefined);
/** ZZ means unknown. */
const country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^(?!ZZ)[A-Z]{2}$/)
  .optional()
  .catch(undefined);
const inEnglish = z.object({ en: word }).optional().catch(undefined);
const named = z.object({ iso_code: word, names: inEnglish }).optional().catch(undefined);

const nestedRecord = z.object({
  country: z.object({ iso_code: country, names: inEnglish }).optional().catch(undefined),
  subdivisions: z.array(named).optional().catch(undefined),
  city: named,
  postal: z.object({ code: word }).optional().catch(undefined),
});
const flatRecord = z.object({ country_code: country, state1: word, city: word, postcode: word });

let countryNames: Intl.DisplayNames | undefined;

/** Created on first use, because most programs start without an IP database. */
function countryName(code: string): string | undefined {
  countryNames ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return countryNames.of(code);
}

/** Reads MaxMind's nested records (City, Country) and the flat ones of free databases. */
export function ipInfoOf(record: unknown): IpInfo | undefined {
  const nested = nestedRecord.safeParse(record).data;
  const flat = flatRecord.safeParse(record).data;
  const [part] = nested?.subdivisions ?? [];
  const countryCode = nested?.country?.iso_code ?? flat?.country_code;
  const known = {
    country: nested?.country?.names?.en ?? (countryCode && countryName(countryCode)),
    countryCode,
    regionName: part?.names?.en ?? flat?.state1,
    region: part?.iso_code,
    city: nested?.city?.names?.en ?? flat?.city,
    zip: nested?.postal?.code ?? flat?.postcode,
  };
  const place: { -readonly [Name in keyof IpInfo]: IpInfo[Name] } = {};
  for (const name of names) if (known[name] !== undefined) place[name] = known[name];
  return Object.keys(place).length === 0 ? undefined : place;
}

export type IpLookup = (address: string | undefined) => IpInfo | undefined;

type Records = { get(address: string): unknown };

export function createIpLookup(records: Records): IpLookup {
  return (remoteAddress = '') => {
    const address = plainAddress(remoteAddress);
    // Free databases wrongly give private networks a location.
    if (address === undefined || isPrivateAddress(address)) return undefined;
    try {
      return ipInfoOf(records.get(address));
    } catch {
      return undefined;
    }
  };
}

const advice =
  'Write the path of an IP database in the MaxMind DB format (.mmdb), or leave it out: visits are then stored without a location';

/**
 * Reads the file once.
 * @returns the lookup, or the problem as the rest of a sentence, without the path
 */
export function openIpDatabase(file: string): { lookUp: IpLookup } | { problem: string } {
  const bytes = bytesOf(file);
  if (typeof bytes === 'string') return { problem: `names a file that ${bytes}. ${advice}` };
  const reader = readerOf(bytes);
  if (!reader) return { problem: `names a file that is not a complete IP database. ${advice}` };
  return { lookUp: createIpLookup(reader) };
}

function bytesOf(file: string): Buffer | string {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return `cannot be read${code}`;
  }
}

function readerOf(bytes: Buffer) {
  try {
    const reader = new Reader(bytes);
    // The metadata is at the end, so a file whose beginning is missing opens too.
    return reader.metadata.searchTreeSize < bytes.length ? reader : undefined;
  } catch {
    return undefined;
  }
}
