// What is known of a pack's code, read before a code is sent; and what is written when it is
// refused. `bind-packs.sql.ts` binds one to a participant.
import type { PackCodes } from '../pack-code.ts';
import {
  addToCounters,
  counterValues,
  type CounterRow,
  type SendState,
} from '@inaam/server/codes/send-counters.sql.ts';
import { countsIn, fullMsOf } from '@inaam/server/sms/send-budget.rules.ts';
import {
  batched,
  batchedReads,
  prepared,
  rowKey,
  rowsByKey,
  withNamedValues,
  type Batched,
} from '@inaam/server/database/batches/batch.ts';
import type { Database } from '@inaam/server/database/database.ts';
import type { PackSource } from './pack-cipher.ts';
import type { ClaimFacts } from '@inaam/server/codes/claims.rules.ts';
import { dayStart, indianDay } from '@inaam/server/platform/period.rules.ts';
import type { PackState } from '../contract.ts';
import {
  packTriers,
  packTryLimits,
  type PackFacts,
  type PackRefusal,
  type PackTrier,
  type PackTries,
} from './packs.rules.ts';

/** Names of the counters of wrong tries. */
export type PackCounters = Partial<Record<PackTrier, string>>;

export type PackAsked = {
  userKey: string;
  /** Undefined: the number that this device has registered last. */
  mobileIndex: Buffer | undefined;
  /** Undefined if none was typed. */
  pack: Buffer | undefined;
  sources: readonly PackSource[];
  counters: PackCounters;
  now: number;
};

export type PackFound = PackFacts & {
  batch: { batch: number; label: string; state: PackState } | undefined;
  /** This device has verified the number: it may come back without a pack. */
  isVerifiedHere: boolean;
  claims: ClaimFacts;
  tries: PackTries;
  /** Until fewer wrong tries count, ms. */
  waitMs: number;
};

type Row = {
  key: string;
  batch: number | null;
  label: string | null;
  state: PackState | null;
  used_by: PackFacts['usedBy'];
  is_verified_here: boolean;
  claims: number;
  of_day: number;
  is_rewarded: boolean;
  is_asked: boolean;
  tries: SendState;
};

/** One index scan each; `limit 1` keeps the planner from joining whole tables. */
const batchOf: Readonly<Record<PackCodes, string>> = {
  made: `
    select pack_batch.* from jsonb_to_recordset(asked.sources) as source (key integer, batch integer, serial bigint)
    join inaam.pack_batch on pack_batch.campaign = $1 and pack_batch.batch = source.batch
      and pack_batch.key = source.key and source.serial < codes limit 1`,
  loaded: `
    select pack_batch.* from inaam.pack_code
    join inaam.pack_batch on pack_batch.campaign = $1 and pack_batch.batch = pack_code.batch
    where pack_code.campaign = $1 and pack_code.pack = asked.pack limit 1`,
};

const factsText = (codes: PackCodes) => `
  select asked.key, batch, label, state,
    case when used.pseudonym is null then 'nobody'
         when owner.mobile_index = mobiles[1] then 'thisNumber' else 'another' end as used_by,
    coalesce(number.is_verified_here, false) as is_verified_here,
    counted.claims[1] as claims, counted.claims_of_day[1] as of_day,
    status.rewarded_at[1] is not null as is_rewarded, status.are_asked[1] as is_asked,
    inaam.read_send_counters($1, string_to_array(asked.counters, ' '), null) as tries
  from unnest($2::text[], $3::text[], $4::bytea[], $5::bytea[], $6::jsonb[], $7::text[], $8::timestamptz[])
    as asked (key, user_key, mobile_index, pack, sources, counters, day_start)
  left join lateral (
    select mobile_index, verified_at is not null as is_verified_here from inaam.code_request
    where campaign = $1 and code_request.user_key = asked.user_key
      and (asked.mobile_index is null or code_request.mobile_index = asked.mobile_index)
    order by coalesce(ordered_t, requested_t) desc, requested_t desc limit 1) as number on true
  cross join lateral (
    select array[coalesce(asked.mobile_index, number.mobile_index)] as mobiles) as numbers
  cross join lateral inaam.count_claims($1, mobiles, array[day_start]) as counted
  cross join lateral inaam.read_mobile_statuses($1, mobiles) as status
  left join lateral (${batchOf[codes]}) as batch on true
  left join lateral (
    select pseudonym from inaam.pack_use
    where campaign = $1 and pack_use.pack = asked.pack limit 1) as used on true
  left join lateral (
    select mobile_index from inaam.participation
    where campaign = $1 and participation.pseudonym = used.pseudonym limit 1) as owner on true`;

const keyOf = ({ userKey, mobileIndex, pack }: PackAsked) =>
  rowKey(userKey, mobileIndex ?? '', pack ?? '');

export function readPacks(
  database: Database,
  campaign: string,
  codes: PackCodes,
): Batched<PackAsked, PackFound> {
  const text = factsText(codes);
  return batchedReads(keyOf, async (asked) => {
    const { rows } = await database.query<Row>(
      prepared(text, [
        campaign,
        asked.map(keyOf),
        asked.map(({ userKey }) => userKey),
        asked.map(({ mobileIndex }) => mobileIndex),
        asked.map(({ pack }) => pack),
        asked.map(({ sources }) => JSON.stringify(sources)),
        asked.map(({ counters }) => Object.values(counters).join(' ')),
        asked.map(({ now }) => new Date(dayStart(indianDay(now)))),
      ]),
    );
    const found = rowsByKey(rows, (row) => row.key);
    return new Map(
      asked.flatMap((item) => {
        const row = found.get(keyOf(item));
        return row ? [[keyOf(item), foundOf(row, item)]] : [];
      }),
    );
  });
}

function foundOf(row: Row, { counters, now }: PackAsked): PackFound {
  const { batch, label, state } = row;
  const stored = (name: string) => row.tries.counters?.find((counter) => counter.name === name);
  const waitOf = (trier: PackTrier) => {
    const counter = stored(counters[trier] ?? '');
    return counter ? fullMsOf(counter, packTryLimits[trier].max, now) : 0;
  };
  return {
    batch: batch === null || label === null || state === null ? undefined : { batch, label, state },
    usedBy: row.used_by,
    isVerifiedHere: row.is_verified_here,
    claims: {
      claims: row.claims,
      ofDay: row.of_day,
      isRewarded: row.is_rewarded,
      isAsked: row.is_asked,
    },
    tries: triesOf(counters, (name) => countsIn(stored(name), now).hour),
    waitMs: Math.max(...packTriers.map(waitOf)),
  };
}

const triesOf = (counters: PackCounters, hourOf: (name: string) => number): PackTries =>
  Object.fromEntries(Object.entries(counters).map(([trier, name]) => [trier, hourOf(name)]));

export type RefusedPack = {
  pack: Buffer;
  refusal: PackRefusal;
  counters: PackCounters;
  now: number;
};

const columnOf = (refusal: PackRefusal) =>
  refusal === 'unknown' || refusal === 'used' ? refusal : 'notOpen';

const refuseQuery = withNamedValues(`
  with ${addToCounters},
  tried as (
    update inaam.pack_use set tries = inaam.count_up(tries, added)
    from unnest($packs::bytea[], $packTries::integer[]) as asked (pack, added)
    where campaign = $1 and pack_use.pack = asked.pack),
  in_hour as (
    insert into inaam.pack_refusal as old (campaign, hour, unknown, used, not_open)
    select $1, date_trunc('hour', at, 'Asia/Kolkata'), unknown, used, not_open
    from (values ($at::timestamptz, $unknown::integer, $used::integer, $notOpen::integer))
      as added (at, unknown, used, not_open)
    on conflict (campaign, hour) do update set unknown = inaam.count_up(old.unknown, excluded.unknown),
      used = inaam.count_up(old.used, excluded.used),
      not_open = inaam.count_up(old.not_open, excluded.not_open))
  select counter, started_at, hour_count, hour_before from counted`);

/**
 * Counts a wrong try before it is answered: of many at once, only the first few get a reason.
 * @returns the wrong tries of the last hour, with this one
 */
export function recordRefusedPacks(
  database: Database,
  campaign: string,
): Batched<RefusedPack, PackTries> {
  return batched(keyOfRefused, async (refused) => {
    const { rows } = await database.query<CounterRow>(refuseQuery(campaign, valuesOf(refused)));
    const stored = rowsByKey(rows, ({ counter }) => counter);
    const hourOf = (name: string, now: number) => {
      const row = stored.get(name);
      if (!row) return 0;
      const hour = { count: row.hour_count, before: row.hour_before };
      return countsIn({ at: row.started_at.getTime(), minute: hour, hour, day: hour }, now).hour;
    };
    return new Map(
      refused.map((one) => [
        keyOfRefused(one),
        triesOf(one.counters, (name) => hourOf(name, one.now)),
      ]),
    );
  });
}

const keyOfRefused = ({ counters }: RefusedPack) => rowKey(...Object.values(counters));

function valuesOf(refused: readonly RefusedPack[]) {
  const used = refused.filter(({ refusal }) => refusal === 'used');
  const countOf = (column: ReturnType<typeof columnOf>) =>
    refused.filter(({ refusal }) => columnOf(refusal) === column).length;
  // In order, as all batches lock them.
  const packs = [...Map.groupBy(used, ({ pack }) => pack.toString('hex'))].toSorted(
    ([one], [other]) => (one < other ? -1 : 1),
  );
  return {
    ...counterValues(
      refused.flatMap(({ counters, now }) =>
        Object.values(counters).map((name) => ({ name, now })),
      ),
    ),
    packs: packs.map(([hex]) => Buffer.from(hex, 'hex')),
    packTries: packs.map(([, tries]) => tries.length),
    at: new Date(Math.max(...refused.map(({ now }) => now))),
    unknown: countOf('unknown'),
    used: countOf('used'),
    notOpen: countOf('notOpen'),
  };
}
