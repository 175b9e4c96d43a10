// Asking for a one-time code: register and resend. One short transaction for many callers: lock device, number
// and challenge in that order, let the rule decide on what is locked, write, enqueue the SMS. Decides nothing.
import type { AskFacts, AskVerdict } from '../rules/ask-code.ts';
import { transaction, type Connection, type Database } from './database.ts';
import { many, type Many } from './many.ts';
import { byKey, column, keyed, milliseconds, moment } from './rows.ts';
import { lockDevices, lockNumbers, noteEvents } from './windows.ts';

export type Ask = {
  call: 'register' | 'resend';
  userKey: string;
  numberIndex: Buffer;
  /** `t` of the signed call, ms. */
  t: number;
  /** Wall time, ms. */
  now: number;
  /** Who registers, sealed; a resend keeps what is pending. */
  person: { mobileSealed: Buffer; pendingSealed: Buffer } | undefined;
  /** The code to send if the verdict asks for a new one. */
  fresh: { hash: Buffer; sealed: Buffer; expiresAt: number };
};

type Decide = (facts: AskFacts) => AskVerdict;
type Decided = { ask: Ask; verdict: AskVerdict };

/** Asks for codes; each answer is the rule's verdict, already carried out. */
export function askCodes(
  database: Database,
  campaign: string,
  decide: Decide,
): Many<Ask, AskVerdict> {
  return many(
    keyOfAsk,
    (asks) =>
      transaction(database, async (connection) => {
        const factsOf = await lockFacts(connection, campaign, asks);
        const decided = asks.map((ask) => ({ ask, verdict: decide(factsOf(ask)) }));
        await keepPending(connection, campaign, decided);
        await sendCodes(connection, campaign, decided);
        return new Map(decided.map(({ ask, verdict }) => [keyOfAsk(ask), verdict]));
      }),
    // Two devices that ask for one number at once must see each other's send, or the number gets two codes.
    (ask) => [`device|${ask.userKey}`, keyed('number', ask.numberIndex)],
  );
}

const keyOfAsk = (ask: Ask) => keyed(ask.userKey, ask.numberIndex);

async function lockFacts(connection: Connection, campaign: string, asks: readonly Ask[]) {
  const userKeys = column(asks, (ask) => ask.userKey);
  const numbers = column(asks, (ask) => ask.numberIndex);
  const devices = await lockDevices(connection, campaign, userKeys);
  const numberRows = await lockNumbers(connection, campaign, numbers);
  const challenges = await lockChallenges(connection, campaign, userKeys);
  const consents = await newestConsents(connection, campaign, userKeys);
  const rewarded = await rewardedNumbers(connection, campaign, numbers);
  const byDevice = Map.groupBy(challenges, (row) => row.user_key);
  return (ask: Ask): AskFacts => {
    const number = keyed(ask.numberIndex);
    const own = byDevice.get(ask.userKey) ?? [];
    return {
      now: ask.now,
      t: ask.t,
      call: ask.call,
      consent: consents.get(ask.userKey)?.answer,
      rewarded: rewarded.has(number),
      blocked: numberRows.get(number)?.blocked ?? false,
      challenge: factsOfChallenge(own.find((row) => keyed(row.number_index) === number)),
      numberSends: milliseconds(numberRows.get(number)?.sends ?? []),
      deviceSends: milliseconds(devices.get(ask.userKey)?.sends ?? []),
      otherNumbers: own
        .filter((row) => keyed(row.number_index) !== number)
        .map((row) => row.registered_at.getTime()),
    };
  };
}

type ChallengeRow = {
  user_key: string;
  number_index: Buffer;
  asked_t: string;
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
    `select user_key, number_index, asked_t, registered_at, code_at, code_expires_at, code_used_at, tries
     from inaam.challenge
     where campaign = $1 and user_key = any ($2::text[])
     order by user_key, number_index for update`,
    [campaign, userKeys],
  );
  return rows;
}

function factsOfChallenge(row: ChallengeRow | undefined): AskFacts['challenge'] {
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
  return { askedT: Number(row.asked_t), code };
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
  return byKey(rows, (row) => row.user_key);
}

async function rewardedNumbers(
  connection: Connection,
  campaign: string,
  numbers: readonly Buffer[],
) {
  const { rows } = await connection.query<{ number_index: Buffer }>(
    `select participant.number_index
     from inaam.participant join inaam.reward using (campaign, pseudonym)
     where participant.campaign = $1 and participant.number_index = any ($2::bytea[])`,
    [campaign, numbers],
  );
  return new Set(rows.map((row) => keyed(row.number_index)));
}

/** Keeps the newest name and state of those who register, unless the call is a repeat of an older one. */
async function keepPending(connection: Connection, campaign: string, decided: readonly Decided[]) {
  const kept = decided.flatMap(({ ask, verdict }) => {
    const keep = verdict.kind === 'send' || (verdict.kind === 'wait' && verdict.keep);
    return keep && ask.person ? [{ ...ask, person: ask.person }] : [];
  });
  if (kept.length === 0) return;
  await connection.query(
    `insert into inaam.challenge
       (campaign, user_key, number_index, asked_t, registered_at, mobile_sealed, pending_sealed)
     select $1, * from unnest($2::text[], $3::bytea[], $4::bigint[], $5::timestamptz[], $6::bytea[], $7::bytea[])
     on conflict (campaign, user_key, number_index) do update set
       asked_t = excluded.asked_t, registered_at = excluded.registered_at,
       mobile_sealed = excluded.mobile_sealed, pending_sealed = excluded.pending_sealed`,
    [
      campaign,
      column(kept, (ask) => ask.userKey),
      column(kept, (ask) => ask.numberIndex),
      column(kept, (ask) => ask.t),
      column(kept, (ask) => moment(ask.now)),
      column(kept, (ask) => ask.person.mobileSealed),
      column(kept, (ask) => ask.person.pendingSealed),
    ],
  );
}

async function sendCodes(connection: Connection, campaign: string, decided: readonly Decided[]) {
  const sent = decided.flatMap(({ ask, verdict }) =>
    verdict.kind === 'send' ? [{ ...ask, isNew: verdict.code === 'new' }] : [],
  );
  if (sent.length === 0) return;
  const userKeys = column(sent, (ask) => ask.userKey);
  const numbers = column(sent, (ask) => ask.numberIndex);
  const times = column(sent, (ask) => moment(ask.now));
  await noteEvents(connection, campaign, 'sends', sent);
  await setCodes(connection, campaign, sent);
  await connection.query(
    `with owed as (
       insert into inaam.message (campaign, kind, user_key, number_index, code_hash, owed_at)
       select $1, 'otp', asked.user_key, asked.number_index, challenge.code_hash, asked.at
       from unnest($2::text[], $3::bytea[], $4::timestamptz[]) as asked (user_key, number_index, at)
       join inaam.challenge on challenge.campaign = $1
         and challenge.user_key = asked.user_key and challenge.number_index = asked.number_index
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
  sent: readonly (Ask & { isNew: boolean })[],
) {
  await connection.query(
    `update inaam.challenge set
       asked_t = asked.t,
       code_hash = case when asked.is_new then asked.hash else challenge.code_hash end,
       code_sealed = case when asked.is_new then asked.sealed else challenge.code_sealed end,
       code_at = case when asked.is_new then asked.at else code_at end,
       code_expires_at = case when asked.is_new then asked.expires_at else code_expires_at end,
       code_used_at = case when asked.is_new then null else code_used_at end,
       tries = case when asked.is_new then 0 else tries end
     from unnest($2::text[], $3::bytea[], $4::bigint[], $5::boolean[], $6::bytea[], $7::bytea[],
                 $8::timestamptz[], $9::timestamptz[])
       as asked (user_key, number_index, t, is_new, hash, sealed, at, expires_at)
     where campaign = $1 and challenge.user_key = asked.user_key
       and challenge.number_index = asked.number_index`,
    [
      campaign,
      column(sent, (ask) => ask.userKey),
      column(sent, (ask) => ask.numberIndex),
      column(sent, (ask) => ask.t),
      column(sent, (ask) => ask.isNew),
      column(sent, (ask) => ask.fresh.hash),
      column(sent, (ask) => ask.fresh.sealed),
      column(sent, (ask) => moment(ask.now)),
      column(sent, (ask) => moment(ask.fresh.expiresAt)),
    ],
  );
}
