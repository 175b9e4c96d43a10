import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  canonicalJson,
  budgetPoolsOf,
  type BudgetPool,
  type DrawDocument,
} from './commitment.rules.ts';
import type { Promised } from './promise.rules.ts';
import type { Grant } from './reward.rules.ts';

type Common = {
  campaign: string;
  number: number;
  pseudonym: Uint8Array;
  at: number;
  day: string;
  state: string;
  promised: Promised;
};
/** `batch`: label of the purchase, if one was asked for; `of`: the number's first participation. */
type Verified = { kind: 'verified'; batch?: string | undefined; of?: Uint8Array | undefined };
/** A right answer added it; `drawNumber`: of the reward before it, if that was by chance. */
type BonusEntry = Omit<Common, 'promised'> & {
  kind: 'bonus';
  amount: number;
  question: number;
  drawNumber: number | undefined;
};
export type LedgerEntry = (Common & (Verified | { kind: 'granted'; grant: Grant })) | BonusEntry;

/**
 * Canonical JSON with the pseudonym in lower-case hex and the time in UTC. It is rounded to the
 * minute, so that an entry cannot be matched with the second in which a person's SMS arrived.
 */
export function contentOf(entry: LedgerEntry): string {
  const fields: Record<string, string | number> = {
    campaign: entry.campaign,
    number: entry.number,
    kind: entry.kind,
    pseudonym: bytesToHex(entry.pseudonym),
    at: minuteOf(entry.at),
    day: entry.day,
    state: entry.state,
  };
  if (entry.kind === 'bonus') {
    const { amount, question, drawNumber } = entry;
    Object.assign(fields, { amount, question });
    if (drawNumber !== undefined) fields['draw'] = drawNumber;
    return canonicalJson(fields);
  }
  fields['promise'] = entry.promised.kind;
  if (entry.promised.kind === 'chance') {
    fields['block'] = entry.promised.block;
    fields['draw'] = entry.promised.drawNumber;
  }
  if (entry.kind === 'verified') {
    if (entry.batch !== undefined) fields['batch'] = entry.batch;
    if (entry.of) fields['of'] = bytesToHex(entry.of);
  }
  if (entry.kind === 'granted') {
    fields['amount'] = entry.grant.amount;
    fields['reward'] = entry.grant.kind;
  }
  return canonicalJson(fields);
}

/** `2025-06-01T09:30Z` */
export const minuteOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16)}Z`;

/** SHA-256(previous hash, content). The first entry's previous hash is the commitment. */
export function chainedHash(previous: Uint8Array, content: string): Uint8Array {
  return sha256(concatBytes(previous, utf8ToBytes(content)));
}

// An amendment is an entry that changes the commitment (docs/decisions/0031): it adds rewards or
// moves the last day. It is sealed with the draw's secret, whose halves two people hold.

export type Amendment = {
  /** Blocks added to the deck, each with the cards of a committed block. */
  blocks: number;
  /** Rewards added to each fixed reward, in the order of the document's `fixed`. */
  fixed: readonly number[];
  /** Rewards added to the reserve. */
  reserve: number;
  /** The new last day. */
  to: string;
};

export type AmendmentEntry = Amendment & {
  campaign: string;
  number: number;
  /** ms */
  at: number;
  day: string;
};

/**
 * The bytes of the entry, which only a holder of the draw's secret can make.
 * @param previous the hash of the previous entry
 */
export function sealedContent(
  secret: Uint8Array,
  previous: Uint8Array,
  { at, ...entry }: AmendmentEntry,
): string {
  const fields = { ...entry, at: minuteOf(at), kind: 'amended' };
  return canonicalJson({ ...fields, seal: sealOf(secret, previous, canonicalJson(fields)) });
}

/** @param content the entry without its seal */
function sealOf(secret: Uint8Array, previous: Uint8Array, content: string): string {
  return bytesToHex(hmac(sha256, secret, utf8ToBytes(`${bytesToHex(previous)}|${content}`)));
}

/** @param content the content of an amendment's entry, with its seal */
export function isSealed(secret: Uint8Array, previous: Uint8Array, content: string): boolean {
  const seal = /,"seal":"([0-9a-f]{64})"/.exec(content);
  if (!seal) return false;
  const wanted = sealOf(secret, previous, content.replace(seal[0], ''));
  // Sealed once more, so that the time of the comparison tells nothing about the seal.
  const [own, given] = [wanted, seal[1] ?? ''].map((one) => sealOf(secret, previous, one));
  return own === given;
}

/** What each pool of the budget gains, without pools that gain nothing. */
export function gainsOf(
  { deck, fixed, whenDeckEnds }: Pick<DrawDocument, 'deck' | 'fixed' | 'whenDeckEnds'>,
  amendment: Amendment,
): BudgetPool[] {
  return budgetPoolsOf({
    deck: { ...deck, blocks: amendment.blocks },
    fixed: fixed.map((one, index) => ({ ...one, rewards: amendment.fixed[index] ?? 0 })),
    whenDeckEnds:
      whenDeckEnds.kind === 'close'
        ? whenDeckEnds
        : { ...whenDeckEnds, rewards: amendment.reserve },
  }).filter(({ planned }) => planned > 0);
}
