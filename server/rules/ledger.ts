// The bytes of the ledger: what an entry says, spelled in one way only, and its hash over the entry before.
// Pure. Holds pseudonyms, never a person.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Grant } from './reward.ts';

type Common = { campaign: string; number: number; pseudonym: Uint8Array; at: number };
export type LedgerEntry = Common &
  ({ kind: 'verified'; state: string } | { kind: 'granted'; state: string; grant: Grant });

/** The hash before the first entry: SHA-256 of the campaign's id. */
export function firstHash(campaign: string): Uint8Array {
  return sha256(utf8ToBytes(campaign));
}

/**
 * The canonical bytes of an entry: JSON of its fields in alphabetical order, without white space, numbers as
 * integers, times as ISO 8601 in UTC with milliseconds, the pseudonym in lower-case hex.
 */
export function contentOf(entry: LedgerEntry): string {
  const fields: Record<string, string | number> = {
    campaign: entry.campaign,
    number: entry.number,
    kind: entry.kind,
    pseudonym: bytesToHex(entry.pseudonym),
    at: new Date(entry.at).toISOString(),
    state: entry.state,
  };
  if (entry.kind === 'granted') {
    fields['amount'] = entry.grant.amount;
    fields['reward'] = entry.grant.kind;
    if (entry.grant.kind === 'chance') {
      fields['block'] = entry.grant.block;
      fields['draw'] = entry.grant.drawNumber;
    }
  }
  return JSON.stringify(
    Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  );
}

/** The hash that chains an entry's content to the one before: SHA-256(previous hash, content). */
export function chainedHash(previous: Uint8Array, content: string): Uint8Array {
  return sha256(concatBytes(previous, utf8ToBytes(content)));
}
