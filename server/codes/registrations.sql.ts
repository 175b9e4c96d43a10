import type { Database } from '../database/database.ts';
import { batchedReads, type Batched, prepared, rowKey } from '../database/batches/batch.ts';

/** With a mobile, the device's registration of it; without one, the device's newest. */
export type RegistrationKey = { userKey: string; mobileIndex?: Buffer | undefined };

export type StoredRegistration = {
  mobileIndex: Buffer;
  mobileSealed: Buffer;
  registrationSealed: Buffer;
  /** `expiresAt` in ms; undefined if this device has no code of its own yet. */
  code: { expiresAt: number; isUsed: boolean } | undefined;
  /** When any device last sent the mobile a code, and when guarded codes were sent to it, ms. */
  lastSentAt: number | undefined;
  guardedSends: number[];
  guardedUsedAt: number | undefined;
  guardedMisses: number;
};

type Row = {
  place: string;
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

/** `none` if there is no registration or it was wiped. */
export function readRegistrations(
  database: Database,
  campaign: string,
): Batched<RegistrationKey, StoredRegistration | 'none'> {
  return batchedReads(keyOf, async (asked) => {
    const { rows } = await database.query<Row>(
      prepared(
        `select place, registration.mobile_index, mobile_sealed, registration_sealed,
           code_expires_at, code_used_at, last_sent_at, guarded_sends, guarded_used_at,
           guarded_misses
         from unnest($2::text[], $3::bytea[]) with ordinality as asked (user_key, mobile_index, place)
         cross join lateral (
           select * from inaam.challenge
           where campaign = $1 and user_key = asked.user_key
             and (asked.mobile_index is null or mobile_index = asked.mobile_index)
           order by coalesce(ordered_t, requested_t) desc, requested_t desc limit 1) as registration
         left join lateral (
           select sends[cardinality(sends)] as last_sent_at, guarded_sends, guarded_used_at, guarded_misses
           from inaam.mobile_limits
           where campaign = $1 and mobile_index = registration.mobile_index limit 1) as mobile on true`,
        [
          campaign,
          asked.map(({ userKey }) => userKey),
          asked.map(({ mobileIndex }) => mobileIndex),
        ],
      ),
    );
    const found = new Map(rows.map((row) => [Number(row.place), row]));
    return new Map(asked.map((item, at) => [keyOf(item), pendingOf(found.get(at + 1))]));
  });
}

const keyOf = ({ userKey, mobileIndex }: RegistrationKey) => rowKey(userKey, mobileIndex ?? '');

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
