import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonical.rules.ts';
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
/** `batch`: of the pack, where each has a code; `of`: the number's first participation. */
type Verified = { kind: 'verified'; batch?: string | undefined; of?: Uint8Array | undefined };
/** A right answer added it to the reward of `of`; `drawNumber`: of that reward, if by chance. */
type BonusEntry = Omit<Common, 'promised'> & {
  kind: 'bonus';
  of: Uint8Array;
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
    const of = bytesToHex(entry.of);
    Object.assign(fields, { of, amount, question });
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
