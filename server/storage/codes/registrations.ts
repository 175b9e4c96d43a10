import type { Database } from '../database.ts';
import { batched, type Batched } from '../batches/batch.ts';
import { prepared } from '../batches/prepared.ts';
import { rowsByKey } from '../batches/row-key.ts';

export type StoredRegistration = {
  mobileIndex: Buffer;
  mobileSealed: Buffer;
  registrationSealed: Buffer;
  /** `expiresAt` in ms; undefined if this device has no code of its own yet. */
  code: { expiresAt: number; isUsed: boolean } | undefined;
  /** When the mobile was last sent a code, by any device, and its guarded codes, ms. */
  lastSentAt: number | undefined;
  guardedSends: number[];
  guardedUsedAt: number | undefined;
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
};

/** `none` if there is no registration or it was wiped. */
export function readRegistrations(
  database: Database,
  campaign: string,
): Batched<string, StoredRegistration | 'none'> {
  return batched(
    (userKey) => userKey,
    async (userKeys) => {
      const { rows } = await database.query<Row>(
        prepared(
          `select distinct on (user_key) user_key, challenge.mobile_index, mobile_sealed, registration_sealed,
             code_expires_at, code_used_at, last_sent_at, guarded_sends, guarded_used_at
           from inaam.challenge left join lateral (
             select sends[cardinality(sends)] as last_sent_at, guarded_sends, guarded_used_at
             from inaam.mobile_limits
             where campaign = $1 and mobile_index = challenge.mobile_index limit 1) as mobile on true
           where campaign = $1 and user_key = any ($2::text[])
           order by user_key, requested_t desc`,
          [campaign, userKeys],
        ),
      );
      const found = rowsByKey(rows, (row) => row.user_key);
      return new Map(userKeys.map((userKey) => [userKey, pendingOf(found.get(userKey))]));
    },
  );
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
  };
}
