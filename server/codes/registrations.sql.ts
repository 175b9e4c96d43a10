import type { Database } from '../database/database.ts';
import { batchedReads, type Batched, prepared, rowsByKey } from '../database/batches/batch.ts';

export type StoredRegistration = {
  mobileIndex: Buffer;
  mobileSealed: Buffer;
  registrationSealed: Buffer;
  /** `expiresAt` in ms; undefined if this device has no code yet. */
  code: { expiresAt: number; isUsed: boolean } | undefined;
  /** When any device last sent the mobile a code, and when guarded codes were sent to it, ms. */
  lastSentAt: number | undefined;
  guardedSends: number[];
  guardedUsedAt: number | undefined;
  guardedMisses: number;
};

type Row = {
  user_key: string;
  mobile_index: Buffer;
  mobile_sealed: Buffer | null;
  registration_sealed: Buffer | null;
  code_expires_at: Date | null;
  code_used_at: Date | null;
  last_sent_at: Date | null;
  guarded_sends: Date[] | null;
  guarded_used_at: Date | null;
  guarded_misses: number | null;
};

/** The device's newest registration; `none` if there is none, or if it was wiped. */
export function readRegistrations(
  database: Database,
  campaign: string,
): Batched<string, StoredRegistration | 'none'> {
  return batchedReads(String, async (userKeys) => {
    const { rows } = await database.query<Row>(
      prepared(
        `select asked.user_key, registration.mobile_index, mobile_sealed, registration_sealed,
           code_expires_at, code_used_at, last_sent_at, guarded_sends, guarded_used_at,
           guarded_misses
         from unnest($2::text[]) as asked (user_key)
         cross join lateral (
           select * from inaam.code_request
           where campaign = $1 and user_key = asked.user_key
           order by coalesce(ordered_t, requested_t) desc, requested_t desc limit 1) as registration
         left join lateral (
           select sends[cardinality(sends)] as last_sent_at, guarded_sends, guarded_used_at, guarded_misses
           from inaam.mobile_limits
           where campaign = $1 and mobile_index = registration.mobile_index limit 1) as mobile on true`,
        [campaign, userKeys],
      ),
    );
    const found = rowsByKey(rows, (row) => row.user_key);
    return new Map(userKeys.map((userKey) => [userKey, pendingOf(found.get(userKey))]));
  });
}

function pendingOf(row: Row | undefined): StoredRegistration | 'none' {
  if (!row?.mobile_sealed || !row.registration_sealed) return 'none';
  return {
    mobileIndex: row.mobile_index,
    mobileSealed: row.mobile_sealed,
    registrationSealed: row.registration_sealed,
    code: row.code_expires_at
      ? { expiresAt: row.code_expires_at.getTime(), isUsed: row.code_used_at !== null }
      : undefined,
    lastSentAt: row.last_sent_at?.getTime(),
    guardedSends: row.guarded_sends?.map(Number) ?? [],
    guardedUsedAt: row.guarded_used_at?.getTime(),
    guardedMisses: row.guarded_misses ?? 0,
  };
}
