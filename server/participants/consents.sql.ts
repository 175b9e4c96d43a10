// Append-only, and written before the call is answered.
import { rateLimits, type VisitorLimits } from '../codes/rate-limits.rules.ts';
import type { Database } from '../database/database.ts';
import { batched, type Batched, withNamedValues, rowKey } from '../database/batches/batch.ts';
import {
  addToCounters,
  counterValues,
  visitorLimits,
  type CounterRow,
  type VisitorNetwork,
} from '../codes/send-counters.sql.ts';

export type Consent = {
  userKey: string;
  /** `t` of the signed call, ms. The newest consent counts; repeating a call adds no row. */
  t: number;
  answer: 'YES' | 'NO';
  /** SHA-256 of the notice shown, hex. */
  noticeHash: string;
  now: number;
  /** The device's networks, for which consents are counted; omitted: they are not. */
  networks?: readonly VisitorNetwork[];
};

export type ConsentAnswer = { kind: 'stored' } | { kind: 'tooMany'; retryAfterSeconds: number };

const writeQuery = withNamedValues(`
  with ${addToCounters},
  stored as (
    insert into inaam.consent (campaign, user_key, t, answer, notice_hash, at)
    -- After another answer of the same time, such as the No of a withdrawal, a new one is the next.
    select $1, user_key, t + coalesce((
      select same.answer <> new.answer from inaam.consent as same
      where same.campaign = $1 and same.user_key = new.user_key and same.t = new.t limit 1),
      false)::integer, answer, notice_hash, at
    from unnest($userKeys::text[], $ts::bigint[], $answers::text[], $noticeHashes::text[],
                $times::timestamptz[]) as new (user_key, t, answer, notice_hash, at)
    on conflict do nothing)
  select * from counted`);

export function recordConsents(
  database: Database,
  campaign: string,
  max: VisitorLimits = rateLimits.visitors.consent,
): Batched<Consent, ConsentAnswer> {
  const keyOf = (consent: Consent) => rowKey(consent.userKey, String(consent.t));
  const limits = visitorLimits('consent', max);
  return batched(keyOf, async (consents) => {
    const answers = new Map(consents.map((consent) => [consent, answerOf(consent)]));
    const stored = consents.filter((consent) => answers.get(consent)?.kind === 'stored');
    if (stored.length > 0) {
      const { rows } = await database.query<CounterRow>(
        writeQuery(campaign, {
          ...counterValues(limits.countsOf(stored)),
          userKeys: stored.map((consent) => consent.userKey),
          ts: stored.map((consent) => consent.t),
          answers: stored.map((consent) => consent.answer),
          noticeHashes: stored.map((consent) => consent.noticeHash),
          times: stored.map((consent) => new Date(consent.now)),
        }),
      );
      limits.keep(stored, rows);
    }
    return new Map([...answers].map(([consent, answer]) => [keyOf(consent), answer]));
  });

  function answerOf(consent: Consent): ConsentAnswer {
    const retryAfterSeconds = limits.waitSeconds(consent);
    return retryAfterSeconds === undefined
      ? { kind: 'stored' }
      : { kind: 'tooMany', retryAfterSeconds };
  }
}
