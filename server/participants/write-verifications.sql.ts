// One statement, because foreign keys are checked at its end: a participant and its token are
// inserted together, and the head is locked for one round trip less.
import type { QueryConfig } from 'pg';
import type { Promised } from '../draw/promise.rules.ts';
import { type Head, chainEntries } from '../draw/ledger.sql.ts';
import type { Refusal } from '../http/refusal.ts';
import type { Purchase } from '../platform/personal-data.ts';
import { withNamedValues } from '../database/batches/batch.ts';
import {
  addToCounters,
  counterValues,
  verifiedCounters,
  type Sender,
} from '../codes/send-counters.sql.ts';

/** How many tokens of one participant may be valid at once (Protocol: Keys). */
const tokensMax = 2;

/**
 * The statement does not see the tokens that it inserts: it revokes all older ones except the
 * newest.
 */
const writeText = (more: string) => `
  with used as (
    update inaam.code_request
    set code_used_at = ($usedTimes::timestamptz[])[array_position($usedKeys::text[], user_key)],
      verified_at = ($usedTimes::timestamptz[])[array_position($usedKeys::text[], user_key)], code_sealed = null
    where campaign = $1 and user_key = any ($usedKeys::text[])
      and mobile_index = ($usedMobiles::bytea[])[array_position($usedKeys::text[], user_key)] and code_used_at is null),
  advanced as (
    update inaam.head set next_ledger = $nextLedger, last_hash = $lastHash, next_draw = $nextDraw
    where campaign = $1 and next_ledger < $nextLedger),
  enrolled as (
    insert into inaam.participation
      (campaign, pseudonym, mobile_index, claim, state, verified_at, promise, draw_number, promised_pool)
    select $1, * from unnest($newPseudonyms::bytea[], $newMobiles::bytea[], $newClaims::integer[], $newStates::text[],
      $newTimes::timestamptz[], $promises::text[], $drawNumbers::bigint[], $promisedPools::text[])),
  recorded as (
    insert into inaam.ledger (campaign, number, kind, pseudonym, content, hash)
    select $1, $firstLedger::bigint + place - 1, 'verified', pseudonym, content, hash
    from unnest($newPseudonyms::bytea[], $contents::text[], $hashes::bytea[]) with ordinality
      as entry (pseudonym, content, hash, place)),
  ${addToCounters},${more}
  stored as (
    insert into inaam.personal_data (campaign, pseudonym, mobile_sealed, name_sealed)
    select $1, * from unnest($pseudonyms::bytea[], $sealedMobiles::bytea[], $sealedNames::bytea[])
    on conflict (campaign, pseudonym) do update set name_sealed = excluded.name_sealed
    where personal_data.details_sealed is null),
  revoked as (
    update inaam.token set revoked_at = now()
    where campaign = $1 and token_hash = any (array(
      select older.token_hash from unnest($pseudonyms::bytea[]) as verified (pseudonym)
      cross join lateral (
        select token_hash from inaam.token
        where campaign = $1 and token.pseudonym = verified.pseudonym and revoked_at is null
        order by number desc offset ${tokensMax - 1}) as older)))
  insert into inaam.token (campaign, pseudonym, token_hash, user_key, created_at, expires_at, network)
  select $1, * from unnest($pseudonyms::bytea[], $tokenHashes::bytea[], $userKeys::text[],
    $times::timestamptz[], $tokenExpiries::timestamptz[], $networks::bytea[])`;
const usualQuery = withNamedValues(writeText(''));

/** A step with the statement that it is part of. */
export const withQuery = (step: EnrolmentStep | undefined) =>
  step && { ...step, query: withNamedValues(writeText(step.write)) };

/** `usedAt`: when the code was first used, if it was, ms. */
export type RightCode = Verification & { use: 'first' | 'again'; usedAt: number | undefined };

/** With the pseudonym and the number of this participation, and the state of the first one. */
export type Newcomer = Verification & { pseudonym: Buffer; claim: number };
export type Enrolled = Newcomer & { promised: Promised };

export type VerificationWrites = {
  step?: ReturnType<typeof withQuery>;
  /** Verifications whose code is now used. */
  used: readonly Verification[];
  enrolled: readonly Enrolled[];
  /** With the participant's pseudonym; a returning participant keeps it. */
  verified: readonly (Verification & { pseudonym: Buffer })[];
};

/**
 * The statement that uses codes, enrols participants and issues tokens. The name follows the newest
 * verified registration until the participant edits the profile.
 * @param head the locked head, and the draw number after these; undefined if nobody is enrolled
 */
export function verificationsWrite(
  campaign: string,
  head: (Head & { nextDraw: number }) | undefined,
  { used, enrolled, verified, step }: VerificationWrites,
): QueryConfig {
  const chained =
    head &&
    chainEntries(
      campaign,
      head,
      enrolled.map(({ pseudonym, pseudonymFor, claim, state, today, now, promised, purchase }) => ({
        kind: 'verified' as const,
        pseudonym,
        of: claim === 1 ? undefined : pseudonymFor(1),
        state,
        day: today,
        at: now,
        promised,
        batch: purchase?.label,
      })),
    );
  const sealed = verified.map(({ pseudonym, sealFor }) => sealFor(pseudonym));
  const more = step?.writeValues(enrolled);
  const query = step && more ? step.query : usualQuery;
  return query(campaign, {
    ...more,
    usedKeys: used.map(({ userKey }) => userKey),
    usedMobiles: used.map(({ mobileIndex }) => mobileIndex),
    usedTimes: used.map(({ now }) => new Date(now)),
    firstLedger: head?.nextLedger,
    nextLedger: chained?.head.nextLedger,
    lastHash: chained && Buffer.from(chained.head.lastHash),
    nextDraw: head?.nextDraw,
    newPseudonyms: enrolled.map(({ pseudonym }) => pseudonym),
    newMobiles: enrolled.map(({ mobileIndex }) => mobileIndex),
    newClaims: enrolled.map(({ claim }) => claim),
    newStates: enrolled.map(({ state }) => state),
    newTimes: enrolled.map(({ now }) => new Date(now)),
    promises: enrolled.map(({ promised }) => promised.kind),
    drawNumbers: enrolled.map(({ promised }) =>
      promised.kind === 'chance' ? promised.drawNumber : null,
    ),
    promisedPools: enrolled.map(({ promised }) => ('pool' in promised ? promised.pool : null)),
    contents: chained?.contents ?? [],
    hashes: chained?.hashes ?? [],
    pseudonyms: verified.map(({ pseudonym }) => pseudonym),
    sealedMobiles: sealed.map(({ mobileSealed }) => mobileSealed),
    sealedNames: sealed.map(({ nameSealed }) => nameSealed),
    tokenHashes: verified.map(({ token }) => token.hash),
    userKeys: verified.map(({ userKey }) => userKey),
    times: verified.map(({ now }) => new Date(now)),
    tokenExpiries: verified.map(({ token }) => new Date(token.expiresAt)),
    networks: verified.map(({ network }) => network ?? null),
    ...counterValues(
      used.flatMap(({ sender, now }) =>
        (sender ? verifiedCounters(sender) : []).map((name) => ({ name, now })),
      ),
    ),
  });
}

export type Verification = {
  userKey: string;
  mobileIndex: Buffer;
  now: number;
  /** Whose verified code is counted. */
  sender?: Sender | undefined;
  /** These apply only to a mobile's first verification. `today`: Indian day, campaign clock. */
  state: string;
  today: string;
  /** Of the number's first, second, … participation. */
  pseudonymFor: (claim: number) => Buffer;
  sealFor: (pseudonym: Uint8Array) => { mobileSealed: Buffer; nameSealed: Buffer };
  token: { hash: Buffer; expiresAt: number };
  /** A keyed hash of the caller's network, 16 bytes. */
  network?: Buffer | undefined;
  /** That of the registration. */
  purchase?: Purchase | undefined;
};

/** What a plugin does in the transaction that enrols participants. */
export type EnrolmentStep<Row extends object = object> = {
  /** A function that locks before the head is locked, so that who waits does not hold it. */
  lock: string;
  /** Its parameters from the fifth on. */
  lockColumns(verifications: readonly Verification[]): unknown[];
  /** Of each: why the number may not take part anew, and whether its purchase is unused. */
  decide(
    row: Row,
    verifications: readonly Verification[],
  ): readonly { refusal: Refusal | undefined; isUnused: boolean }[];
  /** Part of the statement that enrols, with named values. */
  write: string;
  writeValues(enrolled: readonly Newcomer[]): Readonly<Record<string, unknown>> | undefined;
};
