// What a record of an IP database says of a place, in the fields of Spec 3: MaxMind's nested records (City, Country) and
// the flat ones of the free files. Reads no file and knows no address. What is not known is left out.
import * as z from 'zod';

const names = ['country', 'countryCode', 'regionName', 'region', 'city', 'zip'] as const;

/**
 * An approximate place. A field that is not known is left out, never an empty string: in the store it is then null to
 * whoever asks for it, and cannot be taken for something that the database says.
 */
export type IpInfo = { readonly [Name in (typeof names)[number]]?: string };

// The files are others': a field of another kind counts as not known, and never harms the rest of the record.
// PostgreSQL's JSON takes no NUL, and one such visit would take its whole batch with it.
const word = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((text) => !text.includes('\u0000'))
  .optional()
  .catch(undefined);
/** ISO 3166-1; ZZ is its spelling of `unknown`. */
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

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The place of a record, or undefined where it knows none. */
export function ipInfoOf(record: unknown): IpInfo | undefined {
  const nested = nestedRecord.safeParse(record).data;
  const flat = flatRecord.safeParse(record).data;
  // From the country down; the first one of a record is the largest.
  const [part] = nested?.subdivisions ?? [];
  const countryCode = nested?.country?.iso_code ?? flat?.country_code;
  const known = {
    country: nested?.country?.names?.en ?? (countryCode && countries.of(countryCode)),
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
