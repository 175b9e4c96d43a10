// Append-only, and written before the call is answered.
import type { Database } from '../database/database.ts';
import { batched, type Batched, prepared, rowKey } from '../database/batches/batch.ts';

export type Consent = {
  userKey: string;
  /** `t` of the signed call, ms. The newest consent counts; repeating a call adds no row. */
  t: number;
  answer: 'YES' | 'NO';
  /** SHA-256 of the notice shown, hex. */
  noticeHash: string;
  now: number;
};

export function recordConsents(database: Database, campaign: string): Batched<Consent, 'stored'> {
  const keyOf = (consent: Consent) => rowKey(consent.userKey, String(consent.t));
  return batched(keyOf, async (consents) => {
    await database.query(
      prepared(
        `insert into inaam.consent (campaign, user_key, t, answer, notice_hash, at)
         -- After another answer of the same time, such as the No of a withdrawal, a new one is the next.
         select $1, user_key, t + coalesce((
           select same.answer <> new.answer from inaam.consent as same
           where same.campaign = $1 and same.user_key = new.user_key and same.t = new.t limit 1),
           false)::integer, answer, notice_hash, at
         from unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::timestamptz[])
           as new (user_key, t, answer, notice_hash, at)
         on conflict do nothing`,
        [
          campaign,
          consents.map((consent) => consent.userKey),
          consents.map((consent) => consent.t),
          consents.map((consent) => consent.answer),
          consents.map((consent) => consent.noticeHash),
          consents.map((consent) => new Date(consent.now)),
        ],
      ),
    );
    return new Map(consents.map((consent) => [keyOf(consent), 'stored']));
  });
}
