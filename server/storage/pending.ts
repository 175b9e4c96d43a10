// The registration that a device is waiting for a code of: the newest one. Reads only.
import type { Database } from './database.ts';
import { many, type Many } from './many.ts';
import { byKey } from './rows.ts';

export type Pending = {
  numberIndex: Buffer;
  mobileSealed: Buffer;
  pendingSealed: Buffer;
  /** ms; undefined where this device has no code of its own yet. */
  code: { expiresAt: number; isUsed: boolean } | undefined;
  /** ms of the number's last code, whichever device asked for it. */
  lastSentAt: number | undefined;
};

type Row = {
  user_key: string;
  number_index: Buffer;
  mobile_sealed: Buffer | null;
  pending_sealed: Buffer | null;
  code_expires_at: Date | null;
  code_used_at: Date | null;
  last_sent_at: Date | null;
};

/** Reads what devices are waiting for; `none` where nothing is pending or it was wiped. */
export function readPending(database: Database, campaign: string): Many<string, Pending | 'none'> {
  return many(
    (userKey) => userKey,
    async (userKeys) => {
      const { rows } = await database.query<Row>(
        `select distinct on (challenge.user_key) challenge.user_key, challenge.number_index, mobile_sealed,
         pending_sealed, code_expires_at, code_used_at, number.sends[cardinality(number.sends)] as last_sent_at
       from inaam.challenge left join inaam.number using (campaign, number_index)
       where campaign = $1 and challenge.user_key = any ($2::text[])
       order by challenge.user_key, asked_t desc`,
        [campaign, userKeys],
      );
      const found = byKey(rows, (row) => row.user_key);
      return new Map(userKeys.map((userKey) => [userKey, pendingOf(found.get(userKey))]));
    },
  );
}

function pendingOf(row: Row | undefined): Pending | 'none' {
  if (!row?.mobile_sealed || !row.pending_sealed) return 'none';
  return {
    numberIndex: row.number_index,
    mobileSealed: row.mobile_sealed,
    pendingSealed: row.pending_sealed,
    code: row.code_expires_at
      ? { expiresAt: row.code_expires_at.getTime(), isUsed: row.code_used_at !== null }
      : undefined,
    lastSentAt: row.last_sent_at?.getTime(),
  };
}
