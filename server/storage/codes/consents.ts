// Append-only, and written before the call is answered.
import type { Database } from '../database.ts';
import { batched, type Batched } from '../batches/batch.ts';
import { prepared } from '../batches/prepared.ts';
import { rowKey } from '../batches/row-key.ts';

export type Consent = {
  userKey: string;
  /** `t` of the signed call, ms. The newest consent counts; a repeated call is the same row. */
  t: number;
  answer: 'YES' | 'NO';
  /** SHA-256 of the notice that was shown, hex. */
  noticeHash: string;
  now: number;
};

export function recordConsents(database: Database, campaign: string): Batched<Consent, true> {
  const keyOf = (consent: Consent) => rowKey(consent.userKey, String(consent.t));
  return batched(keyOf, async (consents) => {
    await database.query(
      prepared(
        `insert into inaam.consent (campaign, user_key, t, answer, notice_hash, at)
       select $1, * from unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::timestamptz[])
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
    return new Map(consents.map((consent) => [keyOf(consent), true]));
  });
}
