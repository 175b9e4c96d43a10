// One short transaction per batch: lock device, mobile and challenge in that order, let the rule
// decide on the locked rows, write, and create the SMS.
import type { RateLimits } from '../rules/rate-limits.ts';
import {
  requestCode,
  type CodeRequestFacts,
  type CodeRequestVerdict,
} from '../rules/request-code.ts';
import { batched, type Batched } from './batch.ts';
import { transaction, type Connection, type Database } from './database.ts';
import { oweCodes } from './owed-messages.ts';
import {
  deviceAndMobileKeys,
  lockDevices,
  lockMobiles,
  recordEvents,
} from './rate-limit-events.ts';
import { rowKey, rowsByKey } from './row-key.ts';

export type CodeRequest = {
  call: 'register' | 'resend';
  userKey: string;
  mobileIndex: Buffer;
  /** `t` of the signed call, ms. */
  t: number;
  /** Wall time, ms. */
  now: number;
  /** Undefined for a resend, which uses the stored one. */
  registration: { mobileSealed: Buffer; registrationSealed: Buffer } | undefined;
  /** Used only if the verdict is to send a new code. */
  code: { hash: Buffer; sealed: Buffer; expiresAt: number };
};

type Decided = { request: CodeRequest; verdict: CodeRequestVerdict };

export function requestCodes(
  database: Database,
  campaign: string,
  rateLimits: RateLimits,
): Batched<CodeRequest, CodeRequestVerdict> {
  return batched(
    keyOf,
    (requests) =>
      transaction(database, async (connection) => {
        const factsOf = await lockFacts(connection, campaign, requests);
        const decided = requests.map((request) => ({
          request,
          verdict: requestCode(factsOf(request), rateLimits),
        }));
        await storeRegistrations(connection, campaign, decided);
        await sendCodes(connection, campaign, decided);
        return new Map(decided.map(({ request, verdict }) => [keyOf(request), verdict]));
      }),
    // Otherwise two devices that request a code for one mobile would get two codes.
    deviceAndMobileKeys,
  );
}

const keyOf = (request: CodeRequest) => rowKey(request.userKey, request.mobileIndex);

async function lockFacts(
  connection: Connection,
  campaign: string,
  requests: readonly CodeRequest[],
): Promise<(request: CodeRequest) => CodeRequestFacts> {
  const userKeys = requests.map(({ userKey }) => userKey);
  const mobileIndexes = requests.map(({ mobileIndex }) => mobileIndex);
  const devices = await lockDevices(connection, campaign, userKeys);
  const mobiles = await lockMobiles(connection, campaign, mobileIndexes);
  const challenges = await lockChallenges(connection, campaign, userKeys);
  const consents = await newestConsents(connection, campaign, userKeys);
  const rewarded = await rewardedMobiles(connection, campaign, mobileIndexes);
  const byDevice = Map.groupBy(challenges, (row) => row.user_key);
  return ({ userKey, mobileIndex, now, t, call }) => {
    const key = rowKey(mobileIndex);
    const mobile = mobiles.get(key);
    const own = byDevice.get(userKey) ?? [];
    return {
      now,
      t,
      call,
      consent: consents.get(userKey)?.answer,
      rewarded: rewarded.has(key),
      blocked: mobile?.isBlocked ?? false,
      challenge: factsOfChallenge(own.find((row) => rowKey(row.mobile_index) === key)),
      mobileSends: mobile?.sends ?? [],
      deviceSends: devices.get(userKey)?.sends ?? [],
      otherMobiles: own
        .filter((row) => rowKey(row.mobile_index) !== key)
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
): Promise<ChallengeRow[]> {
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

async function rewardedMobiles(
  connection: Connection,
  campaign: string,
  mobileIndexes: readonly Buffer[],
): Promise<Set<string>> {
  const { rows } = await connection.query<{ mobile_index: Buffer }>(
    `select participant.mobile_index
     from inaam.participant join inaam.reward using (campaign, pseudonym)
     where participant.campaign = $1 and participant.mobile_index = any ($2::bytea[])`,
    [campaign, mobileIndexes],
  );
  return new Set(rows.map((row) => rowKey(row.mobile_index)));
}

/** Stores the newest registrations; a call that repeats an older one changes nothing. */
async function storeRegistrations(
  connection: Connection,
  campaign: string,
  decided: readonly Decided[],
): Promise<void> {
  const stored = decided.flatMap(({ request, verdict }) => {
    const isNewest = verdict.kind === 'send' || (verdict.kind === 'wait' && verdict.keep);
    const { registration } = request;
    return isNewest && registration ? [{ ...request, registration }] : [];
  });
  if (stored.length === 0) return;
  await connection.query(
    `insert into inaam.challenge
       (campaign, user_key, mobile_index, requested_t, registered_at, mobile_sealed, registration_sealed)
     select $1, * from unnest($2::text[], $3::bytea[], $4::bigint[], $5::timestamptz[], $6::bytea[], $7::bytea[])
     on conflict (campaign, user_key, mobile_index) do update set
       requested_t = excluded.requested_t, registered_at = excluded.registered_at,
       mobile_sealed = excluded.mobile_sealed, registration_sealed = excluded.registration_sealed`,
    [
      campaign,
      stored.map((request) => request.userKey),
      stored.map((request) => request.mobileIndex),
      stored.map((request) => request.t),
      stored.map((request) => new Date(request.now)),
      stored.map((request) => request.registration.mobileSealed),
      stored.map((request) => request.registration.registrationSealed),
    ],
  );
}

async function sendCodes(
  connection: Connection,
  campaign: string,
  decided: readonly Decided[],
): Promise<void> {
  const sent = decided.flatMap(({ request, verdict }) =>
    verdict.kind === 'send' ? [{ ...request, isNew: verdict.code === 'new' }] : [],
  );
  if (sent.length === 0) return;
  await recordEvents(connection, campaign, 'sends', sent);
  await setCodes(connection, campaign, sent);
  await oweCodes(connection, campaign, sent);
}

/** A new code replaces the old one and resets the tries; a repeated one is only recorded. */
async function setCodes(
  connection: Connection,
  campaign: string,
  sent: readonly (CodeRequest & { isNew: boolean })[],
): Promise<void> {
  await connection.query(
    `update inaam.challenge set
       requested_t = request.t,
       code_hash = case when request.is_new then request.hash else challenge.code_hash end,
       code_sealed = case when request.is_new then request.sealed else challenge.code_sealed end,
       code_at = case when request.is_new then request.at else code_at end,
       code_expires_at = case when request.is_new then request.expires_at else code_expires_at end,
       code_used_at = case when request.is_new then null else code_used_at end,
       tries = case when request.is_new then 0 else tries end
     from unnest($2::text[], $3::bytea[], $4::bigint[], $5::boolean[], $6::bytea[], $7::bytea[],
                 $8::timestamptz[], $9::timestamptz[])
       as request (user_key, mobile_index, t, is_new, hash, sealed, at, expires_at)
     where campaign = $1 and challenge.user_key = request.user_key
       and challenge.mobile_index = request.mobile_index`,
    [
      campaign,
      sent.map((request) => request.userKey),
      sent.map((request) => request.mobileIndex),
      sent.map((request) => request.t),
      sent.map((request) => request.isNew),
      sent.map((request) => request.code.hash),
      sent.map((request) => request.code.sealed),
      sent.map((request) => new Date(request.now)),
      sent.map((request) => new Date(request.code.expiresAt)),
    ],
  );
}
