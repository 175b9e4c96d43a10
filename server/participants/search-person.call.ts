import { voucherEndLength } from '../platform/keys.ts';
import { readOwnersOfCodes, readOwnersOfEnd } from '../vouchers/voucher-owners.sql.ts';
import { readMobileIndexOf } from './person-events.sql.ts';
import { parseMobile } from './parse-mobile.ts';
import type { ConsoleContext } from '../console/context.ts';
import { ConsoleRefusal } from '../console/refusal.ts';

type Search = { mobileIndex: Buffer } | { notFound: string };

/** @throws ConsoleRefusal for what cannot be a number, a pseudonym or a code */
export async function searchPerson(
  context: ConsoleContext,
  by: 'number' | 'pseudonym' | 'voucher',
  text: string,
): Promise<Search> {
  if (by === 'number') return searchNumber(context, text);
  return by === 'pseudonym'
    ? searchPseudonym(context, text.trim())
    : searchVoucher(context, text.trim());
}

function searchNumber({ keys }: ConsoleContext, text: string): Search {
  const mobile = parseMobile(text);
  if (mobile !== undefined) return { mobileIndex: keys.mobileIndex(mobile) };
  throw new ConsoleRefusal(
    'invalid',
    'This is not an Indian mobile number. Type 10 digits, the first of them 5 to 9.',
  );
}

async function searchPseudonym(context: ConsoleContext, text: string): Promise<Search> {
  if (!/^[\da-f]{32}$/i.test(text)) {
    throw new ConsoleRefusal(
      'invalid',
      'A pseudonym is 32 characters, 0 to 9 and a to f, as in the ledger.',
    );
  }
  return numberOf(context, Buffer.from(text, 'hex'), 'Nobody in this campaign has this pseudonym.');
}

async function numberOf(
  { database, campaign }: ConsoleContext,
  pseudonym: Buffer,
  notFound: string,
): Promise<Search> {
  const mobileIndex = await readMobileIndexOf(database, campaign.id, pseudonym);
  return mobileIndex ? { mobileIndex } : { notFound };
}

const nobodyGotIt =
  'No voucher that somebody got ends like this. Compare it with the SMS; if it is right, type the whole code: an older stock is found by that alone.';

const severalGotIt = `More than one voucher ends with these ${voucherEndLength} characters. Type the whole code.`;

const notTheEnd = `Type exactly the last ${voucherEndLength} characters of the voucher code, or all of it. If this is all of it, nobody got a voucher with this code.`;

async function searchVoucher(context: ConsoleContext, text: string): Promise<Search> {
  const { database, campaign, keys } = context;
  if (!/^[A-Za-z\d-]{4,24}$/.test(text)) {
    throw new ConsoleRefusal('invalid', 'A voucher code has letters, digits and hyphens only.');
  }
  const whole = [text, text.toUpperCase()].map(keys.voucherIndex);
  const exact = await readOwnersOfCodes(database, campaign.id, whole);
  // Not refused before: that would let codes of this length be tried without being counted.
  if (exact.length === 0 && plain(text).length !== voucherEndLength) return { notFound: notTheEnd };
  const ofEnd = () => readOwnersOfEnd(database, campaign.id, keys.voucherEndIndex(text));
  const [owner, other] = exact.length > 0 ? exact : await ofEnd();
  if (other) return { notFound: severalGotIt };
  return owner ? numberOf(context, owner, nobodyGotIt) : { notFound: nobodyGotIt };
}

const plain = (code: string) => code.replaceAll('-', '').toUpperCase();
