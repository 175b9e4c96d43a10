// One statement: foreign keys are checked at its end, so a participant and its token can be
// inserted together, and the head is locked for one round trip less.
import type { QueryConfig } from 'pg';
import type { Promised } from '../../rules/draw/promise.ts';
import type { Head } from '../draw/head.ts';
import { chainEntries } from '../draw/ledger.ts';
import { prepared } from '../batches/prepared.ts';
import { addToCounters, counterValues } from '../codes/send-counters.ts';
import type { Verification } from './verification.ts';

/** How many tokens of one participant may be valid at once (Protocol: Keys). */
const tokensMax = 2;

/**
 * The statement does not see the tokens that it inserts: it revokes all older ones except the
 * newest.
 */
const statement = `
  with used as (
    update inaam.challenge
    set code_used_at = ($4::timestamptz[])[array_position($2::text[], user_key)],
      verified_at = ($4::timestamptz[])[array_position($2::text[], user_key)], code_sealed = null
    where campaign = $1 and user_key = any ($2::text[])
      and mobile_index = ($3::bytea[])[array_position($2::text[], user_key)] and code_used_at is null),
  advanced as (
    update inaam.head set next_ledger = $6, last_hash = $7, next_draw = $8
    where campaign = $1 and next_ledger < $6),
  admitted as (
    update inaam.admission set admitted = admitted + new.count
    from unnest($9::text[], $10::bigint[]) as new (pool, count)
    where campaign = $1 and admission.pool = new.pool),
  enrolled as (
    insert into inaam.participant
      (campaign, pseudonym, mobile_index, state, verified_at, promise, draw_number, promised_pool)
    select $1, * from unnest($11::bytea[], $12::bytea[], $13::text[], $14::timestamptz[],
      $15::text[], $16::bigint[], $17::text[])),
  recorded as (
    insert into inaam.ledger (campaign, number, kind, pseudonym, content, hash)
    select $1, $5::bigint + place - 1, 'verified', pseudonym, content, hash
    from unnest($11::bytea[], $18::text[], $19::bytea[]) with ordinality
      as entry (pseudonym, content, hash, place)),
  ${addToCounters(28)},
  stored as (
    insert into inaam.personal_data (campaign, pseudonym, mobile_sealed, name_sealed)
    select $1, * from unnest($20::bytea[], $21::bytea[], $22::bytea[])
    on conflict (campaign, pseudonym) do update set name_sealed = excluded.name_sealed
    where personal_data.details_sealed is null),
  revoked as (
    update inaam.token set revoked_at = now()
    where campaign = $1 and token_hash = any (array(
      select older.token_hash from unnest($20::bytea[]) as verified (pseudonym)
      cross join lateral (
        select token_hash from inaam.token
        where campaign = $1 and token.pseudonym = verified.pseudonym and revoked_at is null
        order by number desc offset ${tokensMax - 1}) as older)))
  insert into inaam.token (campaign, pseudonym, token_hash, user_key, created_at, expires_at, network)
  select $1, * from unnest($20::bytea[], $23::bytea[], $24::text[], $25::timestamptz[], $26::timestamptz[],
    $27::bytea[])`;

export type Enrolled = Verification & { promised: Promised };

export type VerificationWrites = {
  /** Those whose code is now used. */
  used: readonly Verification[];
  enrolled: readonly Enrolled[];
  /** With the participant's pseudonym; a returning participant keeps it. */
  verified: readonly Verification[];
};

/**
 * The statement that uses codes, enrols participants and issues tokens. The name follows the newest
 * verified registration until the participant edits the profile.
 * @param head the locked head, and the draw number after these; undefined if nobody is enrolled
 */
export function verificationsWrite(
  campaign: string,
  head: (Head & { nextDraw: number }) | undefined,
  { used, enrolled, verified }: VerificationWrites,
): QueryConfig {
  const chained =
    head &&
    chainEntries(
      campaign,
      head,
      enrolled.map(({ pseudonym, state, today, now, promised }) => ({
        kind: 'verified' as const,
        pseudonym,
        state,
        day: today,
        at: now,
        promised,
      })),
    );
  const admitted = Map.groupBy(enrolled, ({ admissionPool }) => admissionPool);
  const sealed = verified.map(({ pseudonym, sealFor }) => sealFor(pseudonym));
  return prepared(statement, [
    campaign,
    used.map(({ userKey }) => userKey),
    used.map(({ mobileIndex }) => mobileIndex),
    used.map(({ now }) => new Date(now)),
    head?.nextLedger,
    chained?.head.nextLedger,
    chained && Buffer.from(chained.head.lastHash),
    head?.nextDraw,
    [...admitted.keys()],
    [...admitted.values()].map(({ length }) => length),
    enrolled.map(({ pseudonym }) => pseudonym),
    enrolled.map(({ mobileIndex }) => mobileIndex),
    enrolled.map(({ state }) => state),
    enrolled.map(({ now }) => new Date(now)),
    enrolled.map(({ promised }) => promised.kind),
    enrolled.map(({ promised }) => (promised.kind === 'chance' ? promised.drawNumber : null)),
    enrolled.map(({ promised }) => ('pool' in promised ? promised.pool : null)),
    chained?.contents ?? [],
    chained?.hashes ?? [],
    verified.map(({ pseudonym }) => pseudonym),
    sealed.map(({ mobileSealed }) => mobileSealed),
    sealed.map(({ nameSealed }) => nameSealed),
    verified.map(({ token }) => token.hash),
    verified.map(({ userKey }) => userKey),
    verified.map(({ now }) => new Date(now)),
    verified.map(({ token }) => new Date(token.expiresAt)),
    verified.map(({ network }) => network ?? null),
    ...counterValues(used.map(({ now }) => ({ kind: 'verified', name: 'verified', now }))),
  ]);
}
