// The bytes of the ledger: what an entry says, spelled in one way only, and its hash over the entry
// before. Pure. Holds pseudonyms, never a person.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonical.ts';
import type { Grant } from './reward.ts';

type Common = { campaign: string; number: number; pseudonym: Uint8Array; at: number };
export type LedgerEntry = Common &
  (
    | { kind: 'verified'; state: string }
    /** `day` of India by the campaign's clock: law and pace went by it. */
    | { kind: 'granted'; state: string; day: string; grant: Grant }
  );

/**
 * The canonical bytes of an entry (canonical.ts): times as ISO 8601 in UTC with milliseconds, the
 * pseudonym in lower-case hex.
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
    fields['day'] = entry.day;
    fields['reward'] = entry.grant.kind;
    if (entry.grant.kind === 'chance') {
      fields['block'] = entry.grant.block;
      fields['draw'] = entry.grant.drawNumber;
    }
  }
  return canonicalJson(fields);
}

/**
 * The hash that chains an entry's content to the one before: SHA-256(previous hash, content). The
 * hash before the first entry is the commitment.
 */
export function chainedHash(previous: Uint8Array, content: string): Uint8Array {
  return sha256(concatBytes(previous, utf8ToBytes(content)));
}
