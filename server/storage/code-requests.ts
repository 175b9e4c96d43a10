// Asking for a one-time code: register and resend. One short transaction for many callers: lock device, number
// and challenge in that order, let the rule decide on what is locked, write, enqueue the SMS. Decides nothing.
import type { RateLimits } from '../rules/rate-limits.ts';
import {
  requestCode,
  type CodeRequestFacts,
  type CodeRequestVerdict,
} from '../rules/request-code.ts';
import { transaction, type Connection, type Database } from './database.ts';
import { batched, type Batched } from './batch.ts';
import { rowsByKey, rowKey } from './row-key.ts';
import { lockDevices, lockMobiles, recordEvents } from './rate-limit-events.ts';

export type CodeRequest = {
  call: 'register' | 'resend';
  userKey: string;
  mobileIndex: Buffer;
  /** `t` of the signed call, ms. */
  t: number;
  /** Wall time, ms. */
  now: number;
  /** Who registers, sealed; a resend keeps what is pending. */
  registration: { mobileSealed: Buffer; registrationSealed: Buffer } | undefined;
  /** The code to send if the verdict asks for a new one. */
  code: { hash: Buffer; sealed: Buffer; expiresAt: number };
};

type Decided = { ask: CodeRequest; verdict: CodeRequestVerdict };

/** Asks for codes; each answer is the rule's verdict, already carried out. */
export function requestCodes(
  database: Database,
  campaign: string,
  rateLimits: RateLimits,
): Batched<CodeRequest, CodeRequestVerdict> {
  return batched(
    keyOfAsk,
    (asks) =>
      transaction(database, async (connection) => {
        const factsOf = await lockFacts(connection, campaign, asks);
        const decided = asks.map((ask) => ({
          ask,
          verdict: requestCode(factsOf(ask), rateLimits),
        }));
        await keepPending(connection, campaign, decided);
        await sendCodes(connection, campaign, decided);
        return new Map(decided.map(({ ask, verdict }) => [keyOfAsk(ask), verdict]));
      }),
    // Two devices that ask for one number at once must see each other's send, or the number gets two codes.
    (ask) => [`device|${ask.userKey}`, rowKey('number', ask.mobileIndex)],
  );
}

const keyOfAsk = (ask: CodeRequest) => rowKey(ask.userKey, ask.mobileIndex);

async function lockFacts(connection: Connection, campaign: string, asks: readonly CodeRequest[]) {
  const userKeys = asks.map((ask) => ask.userKey);
  const numbers = asks.map((ask) => ask.mobileIndex);
  const devices = await lockDevices(connection, campaign, userKeys);
  const numberRows = await lockMobiles(connection, campaign, numbers);
  const challenges = await lockChallenges(connection, campaign, userKeys);
  const consents = await newestConsents(connection, campaign, userKeys);
  const rewarded = await rewardedNumbers(connection, campaign, numbers);
  const byDevice = Map.groupBy(challenges, (row) => row.user_key);
  return (ask: CodeRequest): CodeRequestFacts => {
    const number = rowKey(ask.mobileIndex);
    const own = byDevice.get(ask.userKey) ?? [];
    return {
      now: ask.now,
      t: ask.t,
      call: ask.call,
      consent: consents.get(ask.userKey)?.answer,
      rewarded: rewarded.has(number),
      blocked: numberRows.get(number)?.isBlocked ?? false,
      challenge: factsOfChallenge(own.find((row) => rowKey(row.mobile_index) === number)),
      mobileSends: numberRows.get(number)?.sends ?? [],
      deviceSends: devices.get(ask.userKey)?.sends ?? [],
      otherMobiles: own
        .filter((row) => rowKey(row.mobile_index) !== number)
        .map((row) => row.registered_at.getTime()),
    };
  };
}

type ChallengeRow = {
  user_key: string;
  mobile_index: Buffer;
  requested_t: string;
  registered_at: Date;
  code_at: Date | null;
  code_expires_at: Date | null;
  code_used_at: Date | null;
  tries: number;
};

async function lockChallenges(
  connection: Connection,
  campaign: string,
  userKeys: readonly string[],
) {
  const { rows } = await connection.query<ChallengeRow>(
    `select user_key, mobile_index, requested_t, registered_at, code_at, code_expires_at, code_used_at, tries
     from inaam.challenge
     where campaign = $1 and user_key = any ($2::text[])
     order by user_key, mobile_index for update`,
    [campaign, userKeys],
  );
  return rows;
}

function factsOfChallenge(row: ChallengeRow | undefined): CodeRequestFacts['challenge'] {
  if (!row) return undefined;
  const code =
    row.code_at && row.code_expires_at
      ? {
          at: row.code_at.getTime(),
          expiresAt: row.code_expires_at.getTime(),
          used: row.code_used_at !== null,
          tries: row.tries,
        }
      : undefined;
  return { requestedT: Number(row.requested_t), code };
}

async function newestConsents(
  connection: Connection,
  campaign: string,
  userKeys: readonly string[],
) {
  const { rows } = await connection.query<{ user_key: string; answer: 'YES' | 'NO' }>(
    `select distinct on (user_key) user_key, answer from inaam.consent
     where campaign = $1 and user_key = any ($2::text[])
     order by user_key, t desc`,
    [campaign, userKeys],
  );
  return rowsByKey(rows, (row) => row.user_key);
}

async function rewardedNumbers(
  connection: Connection,
  campaign: string,
  numbers: readonly Buffer[],
) {
  const { rows } = await connection.query<{ mobile_index: Buffer }>(
    `select participant.mobile_index
     from inaam.participant join inaam.reward using (campaign, pseudonym)
     where participant.campaign = $1 and participant.mobile_index = any ($2::bytea[])`,
    [campaign, numbers],
  );
  return new Set(rows.map((row) => rowKey(row.mobile_index)));
}

/** Keeps the newest name and state of those who register, unless the call is a repeat of an older one. */
async function keepPending(connection: Connection, campaign: string, decided: readonly Decided[]) {
  const kept = decided.flatMap(({ ask, verdict }) => {
    const keep = verdict.kind === 'send' || (verdict.kind === 'wait' && verdict.keep);
    return keep && ask.registration ? [{ ...ask, person: ask.registration }] : [];
  });
  if (kept.length === 0) return;
  await connection.query(
    `insert into inaam.challenge
       (campaign, user_key, mobile_index, requested_t, registered_at, mobile_sealed, registration_sealed)
     select $1, * from unnest($2::text[], $3::bytea[], $4::bigint[], $5::timestamptz[], $6::bytea[], $7::bytea[])
     on conflict (campaign, user_key, mobile_index) do update set
       requested_t = excluded.requested_t, registered_at = excluded.registered_at,
       mobile_sealed = excluded.mobile_sealed, registration_sealed = excluded.registration_sealed`,
    [
      campaign,
      kept.map((ask) => ask.userKey),
      kept.map((ask) => ask.mobileIndex),
      kept.map((ask) => ask.t),
      kept.map((ask) => new Date(ask.now)),
      kept.map((ask) => ask.person.mobileSealed),
      kept.map((ask) => ask.person.registrationSealed),
    ],
  );
}

async function sendCodes(connection: Connection, campaign: string, decided: readonly Decided[]) {
  const sent = decided.flatMap(({ ask, verdict }) =>
    verdict.kind === 'send' ? [{ ...ask, isNew: verdict.code === 'new' }] : [],
  );
  if (sent.length === 0) return;
  const userKeys = sent.map((ask) => ask.userKey);
  const numbers = sent.map((ask) => ask.mobileIndex);
  const times = sent.map((ask) => new Date(ask.now));
  await recordEvents(connection, campaign, 'sends', sent);
  await setCodes(connection, campaign, sent);
  await connection.query(
    `with owed as (
       insert into inaam.message (campaign, kind, user_key, mobile_index, code_hash, owed_at)
       select $1, 'otp', asked.user_key, asked.mobile_index, challenge.code_hash, asked.at
       from unnest($2::text[], $3::bytea[], $4::timestamptz[]) as asked (user_key, mobile_index, at)
       join inaam.challenge on challenge.campaign = $1
         and challenge.user_key = asked.user_key and challenge.mobile_index = asked.mobile_index
       returning id)
     select graphile_worker.add_jobs(array(
       select row('send_otp:' || $1::text, json_build_object('id', id), null, null, 6, null, 0, null)::graphile_worker.job_spec
       from owed))`,
    [campaign, userKeys, numbers, times],
  );
}

/** A new code replaces the old one and its tries; the same code only counts as asked for. */
async function setCodes(
  connection: Connection,
  campaign: string,
  sent: readonly (CodeRequest & { isNew: boolean })[],
) {
  await connection.query(
    `update inaam.challenge set
       requested_t = asked.t,
       code_hash = case when asked.is_new then asked.hash else challenge.code_hash end,
       code_sealed = case when asked.is_new then asked.sealed else challenge.code_sealed end,
       code_at = case when asked.is_new then asked.at else code_at end,
       code_expires_at = case when asked.is_new then asked.expires_at else code_expires_at end,
       code_used_at = case when asked.is_new then null else code_used_at end,
       tries = case when asked.is_new then 0 else tries end
     from unnest($2::text[], $3::bytea[], $4::bigint[], $5::boolean[], $6::bytea[], $7::bytea[],
                 $8::timestamptz[], $9::timestamptz[])
       as asked (user_key, mobile_index, t, is_new, hash, sealed, at, expires_at)
     where campaign = $1 and challenge.user_key = asked.user_key
       and challenge.mobile_index = asked.mobile_index`,
    [
      campaign,
      sent.map((ask) => ask.userKey),
      sent.map((ask) => ask.mobileIndex),
      sent.map((ask) => ask.t),
      sent.map((ask) => ask.isNew),
      sent.map((ask) => ask.code.hash),
      sent.map((ask) => ask.code.sealed),
      sent.map((ask) => new Date(ask.now)),
      sent.map((ask) => new Date(ask.code.expiresAt)),
    ],
  );
}
