// Answers to the privacy notice. Written before the shopper is answered; never changed.
import type { Database } from './database.ts';
import { many, type Many } from './many.ts';
import { column, keyed, moment } from './rows.ts';

export type Consent = {
  userKey: string;
  /** ms, of the signed call: the newest counts, a repeat of one is the same row. */
  t: number;
  answer: 'YES' | 'NO';
  /** SHA-256 of what the notice said, hex. */
  noticeHash: string;
  now: number;
};

/** Records answers, each once. */
export function recordConsents(database: Database, campaign: string): Many<Consent, true> {
  const keyOf = (consent: Consent) => keyed(consent.userKey, String(consent.t));
  return many(keyOf, async (consents) => {
    await database.query(
      `insert into inaam.consent (campaign, user_key, t, answer, notice_hash, at)
       select $1, * from unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::timestamptz[])
       on conflict do nothing`,
      [
        campaign,
        column(consents, (consent) => consent.userKey),
        column(consents, (consent) => consent.t),
        column(consents, (consent) => consent.answer),
        column(consents, (consent) => consent.noticeHash),
        column(consents, (consent) => moment(consent.now)),
      ],
    );
    return new Map(consents.map((consent) => [keyOf(consent), true]));
  });
}
