import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonical.ts';
import type { Grant } from './reward.ts';

type Common = { campaign: string; number: number; pseudonym: Uint8Array; at: number };
export type LedgerEntry = Common &
  (
    | { kind: 'verified'; state: string }
    | { kind: 'granted'; state: string; day: string; grant: Grant }
  );

/** Canonical JSON: times as ISO 8601 in UTC with milliseconds, the pseudonym in lower-case hex. */
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

/** SHA-256(previous hash, content). The first entry's previous hash is the commitment. */
export function chainedHash(previous: Uint8Array, content: string): Uint8Array {
  return sha256(concatBytes(previous, utf8ToBytes(content)));
}
