// Participants whose pseudonyms both the database and the claimers can compute.
import type { Database } from '@inaam/server/database/database.ts';

/** Sixteen bytes, the number in the last eight. */
export function pseudonymOf(number: number): Buffer {
  const pseudonym = Buffer.alloc(16);
  pseudonym.writeBigInt64BE(BigInt(number), 8);
  return pseudonym;
}

/** A card by its place in the block of a thousand: what the draw costs is not measured here. */
export function cardOf(drawNumber: number): number {
  const place = drawNumber % 1000;
  return place < 700 ? 3 : place < 950 ? 5 : 10;
}

/** Their verifications are not in the ledger, so that only grants are measured. */
export async function addParticipants(database: Database, count: number): Promise<void> {
  await database.query('set statement_timeout = 0');
  await database.query('alter table inaam.participant disable trigger participant_is_recorded');
  await database.query(
    `insert into inaam.participant
       (campaign, pseudonym, mobile_index, state, verified_at, promise, draw_number)
     select 'biscuit-2025', decode(lpad(to_hex(number), 32, '0'), 'hex'),
       sha256(convert_to(number::text, 'UTF8')), 'Karnataka', now(), 'chance', number
     from generate_series(0, ${count - 1}) as number`,
  );
}
