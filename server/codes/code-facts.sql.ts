import type { Connection, Database } from '../database/database.ts';
import {
  prepared,
  rowsByKey,
  rowKey,
  batchedReads,
  findHeldRows,
  type Batched,
} from '../database/batches/batch.ts';
import { sendStateOf, type SendState } from './send-counters.sql.ts';
import { deviceMemoryMs, guardedMemoryMs } from './rate-limits.rules.ts';

/** More than a person types in the ten minutes for which a fast clock's call is accepted. */
export const otherTriesMax = 20;

/** Times in ms. */
export type CodeFacts = {
  /** The device's newest answer to the notice. */
  consent: 'YES' | 'NO' | undefined;
  isRewarded: boolean;
  isBlocked: boolean;
  areCodesStopped: boolean;
  /** `Try.tryHash` of this device's tries for its other mobiles. */
  otherTried: Buffer[];
  /** `aheadTs` of this device's other mobiles: a resend may have been meant for one of them. */
  otherAheadTs: number[];
  isVerifiedHere: boolean;
  /** What this device typed for the mobile; undefined if it never did, or if that was wiped. */
  registration: SealedRegistration | undefined;
  /** `t` of the newest code request of this device that has been erased. */
  forgottenT: number | undefined;
  mobileSends: number[];
  mobileTries: number[];
  provenSends: number[];
  provenTries: number[];
  guardedSends: number[];
  guardedUsedAt: number | undefined;
  guardedMisses: number;
  deviceSends: number[];
  deviceTries: number[];
  otherMobiles: number[];
  /** This device's registration of the mobile. */
  codeRequest: CodeRequest | undefined;
  /** Empty unless requested by `alsoRead`. */
  sendState: SendState;
};

export type SealedRegistration = { mobileSealed: Buffer; registrationSealed: Buffer };

type CodeRequest = {
  requestedT: number;
  code: Code | undefined;
  /** Times `t` of accepted requests that were ahead of the server's clock. */
  aheadTs: number[];
  /** `Try.tryHash` of recent tries that were refused or matched a guarded or replaced code. */
  guardedTried: Buffer[];
  /** When the guarded codes were sent that the device has typed correctly in a row. */
  guardedTyped: number[];
};

type Code = {
  hash: Buffer;
  expiresAt: number;
  usedAt: number | undefined;
  tries: number;
  /** `Try.tryHash` of each counted try. */
  tried: Buffer[];
  isGuardedPass: boolean;
};

type Row = {
  user_key: string;
  consent: 'YES' | 'NO' | null;
  is_rewarded: boolean;
  is_blocked: boolean;
  is_verified_here: boolean;
  mobile_sealed: Buffer | null;
  registration_sealed: Buffer | null;
  forgotten_t: string | null;
  ordered_t: string | null;
  ahead_ts: string[] | null;
  codes_stopped: boolean;
  other_tried: Buffer[];
  other_ahead_ts: string[];
  mobile_sends: Date[];
  mobile_tries: Date[];
  proven_sends: Date[];
  proven_tries: Date[];
  guarded_sends: Date[];
  guarded_used_at: Date | null;
  guarded_misses: number;
  device_sends: Date[];
  device_tries: Date[];
  other_mobiles: Date[];
  send_state?: SendState;
  /** The same in each row. */
  campaign_send_state?: SendState;
} & (
  | { requested_t: null }
  | {
      requested_t: string;
      code_hash: Buffer | null;
      code_expires_at: Date | null;
      code_used_at: Date | null;
      code_tries: number;
      code_tried: Buffer[];
      is_guarded_pass: boolean;
      guarded_tried: Buffer[];
      guarded_tried_at: Date | null;
      guarded_rights: number;
      guarded_since: Date | null;
    }
);

const lockText = (alsoRead = '') => `
  select facts.*${alsoRead} from inaam.lock_codes($1, $2::text[], $3::bytea[]) as facts`;

/**
 * Locks the rows that the facts are read from, and creates them for new devices and mobiles.
 * @param alsoRead further columns after a comma, whose parameters begin at `$4`
 */
export async function lockCodeFacts<Item extends { userKey: string; mobileIndex: Buffer }>(
  connection: Connection,
  campaign: string,
  items: readonly Item[],
  alsoRead?: { columns: string; values: readonly unknown[] },
): Promise<{ item: Item; facts: CodeFacts }[]> {
  const { rows } = await connection.query<Row>(
    prepared(lockText(alsoRead?.columns), [
      campaign,
      items.map(({ userKey }) => userKey),
      items.map(({ mobileIndex }) => mobileIndex),
      ...(alsoRead?.values ?? []),
    ]),
  );
  const found = rowsByKey(rows, (row) => row.user_key);
  return items.flatMap((item) => {
    const row = found.get(item.userKey);
    return row ? [{ item, facts: factsOf(row) }] : [];
  });
}

function factsOf(row: Row): CodeFacts {
  return {
    consent: row.consent ?? undefined,
    isRewarded: row.is_rewarded,
    isBlocked: row.is_blocked,
    areCodesStopped: row.codes_stopped,
    otherTried: row.other_tried,
    otherAheadTs: row.other_ahead_ts.map(Number),
    isVerifiedHere: row.is_verified_here,
    registration: registrationOf(row),
    forgottenT: row.forgotten_t === null ? undefined : Number(row.forgotten_t),
    mobileSends: row.mobile_sends.map(Number),
    mobileTries: row.mobile_tries.map(Number),
    provenSends: row.proven_sends.map(Number),
    provenTries: row.proven_tries.map(Number),
    guardedSends: row.guarded_sends.map(Number),
    guardedUsedAt: row.guarded_used_at?.getTime(),
    guardedMisses: row.guarded_misses,
    deviceSends: row.device_sends.map(Number),
    deviceTries: row.device_tries.map(Number),
    otherMobiles: row.other_mobiles.map(Number),
    codeRequest: codeRequestOf(row),
    sendState: sendStateOf(row.send_state, row.campaign_send_state),
  };
}

const registrationOf = ({ mobile_sealed, registration_sealed }: Row) =>
  mobile_sealed && registration_sealed
    ? { mobileSealed: mobile_sealed, registrationSealed: registration_sealed }
    : undefined;

function codeRequestOf(row: Row): CodeRequest | undefined {
  if (row.requested_t === null) return undefined;
  const { code_hash: hash, code_expires_at: expiresAt, code_used_at: usedAt } = row;
  const code =
    hash && expiresAt
      ? {
          hash,
          expiresAt: expiresAt.getTime(),
          usedAt: usedAt?.getTime(),
          tries: row.code_tries,
          tried: row.code_tried,
          isGuardedPass: row.is_guarded_pass,
        }
      : undefined;
  return {
    requestedT: Number(row.ordered_t ?? row.requested_t),
    aheadTs: row.ahead_ts?.map(Number) ?? [],
    code,
    guardedTried: row.guarded_tried,
    // At most three codes are needed, so the times of two are enough.
    guardedTyped: [row.guarded_since, row.guarded_tried_at]
      .slice(0, row.guarded_rights)
      .flatMap((time) => (time ? [time.getTime()] : [])),
  };
}

// How many participants each pool has admitted, in a campaign that closes with its deck; counted
// under the head's lock. A campaign with a reserve has no admission rows and admits everybody.

export type Capacity = 'free' | 'full';

/**
 * `full` if the campaign is full and owes no reward to a mobile that was verified on this device.
 */
export function readDeviceCapacity(
  database: Database,
  campaign: string,
): Batched<string, Capacity> {
  return batchedReads(
    (userKey) => userKey,
    async (userKeys) => {
      const { rows } = await database.query<{ user_key: string; is_full: boolean }>(
        // Subqueries, because the planner cannot turn them into joins of whole tables.
        prepared(
          `select user_key,
             coalesce((select bool_and(admitted >= capacity) from inaam.admission where campaign = $1), false)
             and (
               select true from inaam.code_request
               cross join lateral (
                 select pseudonym from inaam.participation
                 where campaign = $1 and mobile_index = code_request.mobile_index
                 order by claim desc limit 1) as participation
               where code_request.campaign = $1 and code_request.user_key = device.user_key
                 and code_request.verified_at is not null and (
                 select true from inaam.reward
                 where campaign = $1 and reward.pseudonym = participation.pseudonym and not is_bonus) is null
               limit 1) is null as is_full
           from unnest($2::text[]) as device (user_key)`,
          [campaign, userKeys],
        ),
      );
      return new Map(rows.map((row) => [row.user_key, row.is_full ? 'full' : 'free']));
    },
  );
}

/** No device and no mobile may appear twice in a batch that records events. */
export const deviceAndMobileKeys = (item: { userKey: string; mobileIndex: Buffer }) => [
  rowKey('device', item.userKey),
  rowKey('mobile', item.mobileIndex),
];

export const findHeldCodes = (database: Database, campaign: string) =>
  findHeldRows<{ userKey: string; mobileIndex: Buffer }>(
    database,
    [
      'code_request where campaign = $1 and (user_key, mobile_index) = (item.device, item.mobile)',
      'device_limits where campaign = $1 and user_key = item.device',
      'mobile_limits where campaign = $1 and mobile_index = item.mobile',
      'participation where campaign = $1 and mobile_index = item.mobile',
    ],
    'unnest($2::text[], $3::bytea[]) with ordinality as item (device, mobile, place)',
    (items) => [campaign, items.map((item) => item.userKey), items.map((item) => item.mobileIndex)],
  );

/**
 * A CTE that records one event per row of the query `source (user_key, at)`, where `$1` is the
 * campaign, and deletes events older than the device's longest limit. The upsert finds the locked
 * rows by key, whatever statistics the planner has.
 */
export const recordDeviceEvents = (kind: 'sends' | 'tries', source: string) => `
  device_event as (
    insert into inaam.device_limits as device (campaign, user_key, ${kind})
    select $1, user_key, array[at] from ${source}
    on conflict (campaign, user_key) do update set ${kind} = array(
      select time from unnest(device.${kind}) as time
      where time > excluded.${kind}[1] - interval '${deviceMemoryMs} ms') || excluded.${kind})`;

/**
 * Further CTEs of code requests. A batch that needs none of them leaves them out, because each
 * costs even if it writes nothing.
 */
export const rareWrites = `
  guarded as (select * from request where is_sent and guarded_sealed is not null),
  guarded_event as (
    insert into inaam.mobile_limits as mobile (campaign, mobile_index, guarded_sends)
    select $1, mobile_index, array[at] from guarded
    on conflict (campaign, mobile_index) do update set guarded_sends = array(
      select time from unnest(mobile.guarded_sends) as time
      where time > excluded.guarded_sends[1] - interval '${guardedMemoryMs} ms') || excluded.guarded_sends),
  -- Delete the rows that were created only to lock them for requests that were then refused.
  unused_device as (
    delete from inaam.device_limits
    where campaign = $1 and user_key = any ($unchangedKeys::text[]) and sends = '{}' and tries = '{}'
      and forgotten_t is null),
  unused_mobile as (
    delete from inaam.mobile_limits
    where campaign = $1 and mobile_index = any ($unchangedMobiles::bytea[]) and sends = '{}' and tries = '{}'
      and guarded_sends = '{}' and guarded_misses = 0 and not blocked and not codes_stopped),
  proven as (
    insert into inaam.used_proof (campaign, proof, expires_at)
    select $1, * from unnest($proofs::bytea[], $proofExpiries::timestamptz[])
    on conflict do nothing),
  `;
