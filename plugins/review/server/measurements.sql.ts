// Each winner is measured once, when delivery first takes the voucher. By then the shopper's call
// has been answered.
import type { Measured, ReviewSettings } from './review.rules.ts';
import { prepared } from '@inaam/server/database/batches/batch.ts';
import { transaction, type Connection, type Database } from '@inaam/server/database/database.ts';
import { settingsOf, type StoredSetting } from './settings.sql.ts';
import { type ReviewRule, thresholdMax } from '../contract.ts';

/** Times in ms. */
export type Unmeasured = {
  message: string;
  pseudonym: Buffer;
  mobileSealed: Buffer;
  verifiedAt: number;
  /** The device of the first session; undefined: it is no longer stored. */
  userKey: string | undefined;
  /** A keyed hash, 16 bytes. */
  network: Buffer | undefined;
  /** The tries of all codes of the number. */
  tries: number[];
};

type Row = {
  id: string;
  pseudonym: Buffer;
  mobile_sealed: Buffer;
  verified_at: Date;
  user_key: string | null;
  network: Buffer | null;
  tries: Date[] | null;
  settings: StoredSetting[] | null;
};

/** No rule looks back further; traces are kept for one more day. */
const lookBackMs = 7 * 86_400_000;

/**
 * Waiting vouchers whose winner has not been measured, with the rules in force.
 * @param now wall time, ms
 * @param isOwed only vouchers that have not been sent
 */
export async function readUnmeasured(
  database: Database,
  campaign: string,
  messages: readonly string[],
  now: number,
  isOwed: boolean,
): Promise<{ people: Unmeasured[]; settings: ReviewSettings }> {
  const { rows } = await database.query<Row>(
    prepared(
      `select message.id, message.pseudonym, person.mobile_sealed, participation.verified_at, session.user_key,
         session.network, limits.tries,
         (select jsonb_agg(to_jsonb(setting)) from inaam.review_rule as setting
          where setting.campaign = $1) as settings
       from unnest($2::uuid[]) as asked (id)
       cross join lateral (
         select * from inaam.message where message.id = asked.id offset 0) as message
       cross join lateral (
         select verified_at, mobile_index from inaam.participation
         where participation.campaign = $1 and participation.pseudonym = message.pseudonym
         limit 1) as participation
       cross join lateral (
         select mobile_sealed from inaam.personal_data
         where personal_data.campaign = $1 and personal_data.pseudonym = message.pseudonym limit 1) as person
       left join lateral (
         select user_key, network from inaam.token
         where token.pseudonym = message.pseudonym and token.campaign = $1
         order by number limit 1) as session on true
       left join lateral (
         select tries from inaam.mobile_limits
         where mobile_limits.campaign = $1 and mobile_limits.mobile_index = participation.mobile_index
         limit 1) as limits on true
       left join lateral (
         select true as is_measured from inaam.review_trace
         where review_trace.campaign = $1 and review_trace.pseudonym = message.pseudonym
         limit 1) as trace on true
       where message.campaign = $1 and message.kind = 'voucher' and not is_bonus
         and (not $4 or message.state in ('owed', 'assigned')) and participation.verified_at > $3
         and is_measured is null`,
      [campaign, messages, new Date(now - lookBackMs), isOwed],
    ),
  );
  return {
    people: rows.map((row) => ({
      message: row.id,
      pseudonym: row.pseudonym,
      mobileSealed: row.mobile_sealed,
      verifiedAt: row.verified_at.getTime(),
      userKey: row.user_key ?? undefined,
      network: row.network ?? undefined,
      tries: (row.tries ?? []).map((at) => at.getTime()),
    })),
    settings: settingsOf(rows[0]?.settings ?? []),
  };
}

/** `source`: a keyed hash, 16 bytes. */
export type Trace = { pseudonym: Buffer; rule: ReviewRule; source: Buffer; at: number };

/** The record of one person and one rule. */
export type Noticed = Trace & Measured;

export type HeldByRule = { pseudonym: Buffer; by: string; reason: string };

type Findings = { noticed: readonly Noticed[]; held: readonly HeldByRule[] };

/**
 * @param decide gets for each trace, in order, how many have the same source; undefined: the person
 *   has been erased in the meantime, and nothing is kept
 */
export function recordMeasurements(
  database: Database,
  campaign: string,
  traces: readonly Trace[],
  now: number,
  decide: (counts: readonly (Measured | undefined)[]) => Findings,
): Promise<void> {
  return transaction(database, async (connection) => {
    const isThere = await lockPeople(connection, campaign, traces);
    const kept = traces.filter(isThere);
    if (kept.length === 0) return;
    const counts = await addTraces(connection, campaign, kept);
    const countOf = new Map(kept.map((trace, at) => [trace, counts[at]]));
    const findingsOfKept = decide(traces.map((trace) => countOf.get(trace)));
    await writeFindings(connection, campaign, findingsOfKept, now);
  });
}

/** Makes a concurrent erasure either wait for these rows and erase them, or be visible here. */
async function lockPeople(
  connection: Connection,
  campaign: string,
  traces: readonly Trace[],
): Promise<(trace: Trace) => boolean> {
  const { rows } = await connection.query<{ pseudonym: Buffer }>(
    prepared(
      `select pseudonym from inaam.personal_data
       where campaign = $1 and pseudonym = any ($2::bytea[]) order by pseudonym for key share`,
      [campaign, traces.map(({ pseudonym }) => pseudonym)],
    ),
  );
  const names = new Set(rows.map(({ pseudonym }) => pseudonym.toString('hex')));
  return ({ pseudonym }) => names.has(pseudonym.toString('hex'));
}

async function addTraces(
  connection: Connection,
  campaign: string,
  traces: readonly Trace[],
): Promise<Measured[]> {
  const { rows } = await connection.query<
    Record<'place' | 'in_hour' | 'in_day' | 'in_week', string>
  >(
    prepared(
      'select * from inaam.add_review_traces($1, $2::bytea[], $3::text[], $4::bytea[], $5::timestamptz[], $6)',
      [
        campaign,
        traces.map(({ pseudonym }) => pseudonym),
        traces.map(({ rule }) => rule),
        traces.map(({ source }) => source),
        traces.map(({ at }) => new Date(at)),
        thresholdMax,
      ],
    ),
  );
  const found = new Map(rows.map((row) => [Number(row.place), row]));
  return traces.map((_, at) => {
    const row = found.get(at + 1);
    return {
      inHour: Number(row?.in_hour ?? 0),
      inDay: Number(row?.in_day ?? 0),
      inWeek: Number(row?.in_week ?? 0),
    };
  });
}

/** People who came before a cluster was noticed belong to it too, as many as a rule counts. */
const findings = `
  with noticed as (
    select * from unnest($2::bytea[], $3::text[], $4::bytea[], $5::timestamptz[], $6::integer[],
                         $7::integer[], $8::integer[])
      as noticed (pseudonym, rule, source, at, in_hour, in_day, in_week)),
  cluster as (
    insert into inaam.review_cluster as old (campaign, rule, source, last_at, in_hour, in_day, in_week)
    select $1, rule, source, max(at), max(in_hour), max(in_day), max(in_week) from noticed
    group by rule, source order by rule, source
    on conflict (campaign, rule, source) do update set
      last_at = greatest(old.last_at, excluded.last_at),
      in_hour = greatest(old.in_hour, excluded.in_hour),
      in_day = greatest(old.in_day, excluded.in_day),
      in_week = greatest(old.in_week, excluded.in_week)
    returning number, rule, source, xmax = 0 as is_new),
  before as (
    insert into inaam.review_member (campaign, pseudonym, rule, cluster, at, in_hour, in_day, in_week)
    select $1, trace.pseudonym, cluster.rule, cluster.number, trace.at, 0, 0, 0
    from cluster cross join lateral (
      -- Not by "is not null": a plan of the first minute would use the index of persons, and read
      -- all of the campaign's.
      select review_trace.pseudonym, review_trace.at from inaam.review_trace
      where review_trace.campaign = $1 and review_trace.rule = cluster.rule
        and review_trace.source = cluster.source and coalesce(review_trace.pseudonym, '') <> ''
      order by review_trace.at desc limit ${thresholdMax}) as trace
    where is_new and not exists (
      select from noticed where noticed.rule = cluster.rule and noticed.pseudonym = trace.pseudonym)
    on conflict do nothing),
  own as (
    insert into inaam.review_member (campaign, pseudonym, rule, cluster, at, in_hour, in_day, in_week)
    select $1, pseudonym, rule, number, at, in_hour, in_day, in_week
    from noticed join cluster using (rule, source)
    on conflict do nothing)
  insert into inaam.voucher_hold (campaign, pseudonym, state, at, decided_by, why)
  select $1, pseudonym, 'held', $9::timestamptz, decided_by, why
  from unnest($10::bytea[], $11::text[], $12::text[]) as held (pseudonym, decided_by, why)
  on conflict do nothing`;

async function writeFindings(
  connection: Connection,
  campaign: string,
  { noticed, held }: Findings,
  now: number,
): Promise<void> {
  if (noticed.length === 0 && held.length === 0) return;
  await connection.query(
    prepared(findings, [
      campaign,
      noticed.map(({ pseudonym }) => pseudonym),
      noticed.map(({ rule }) => rule),
      noticed.map(({ source }) => source),
      noticed.map(({ at }) => new Date(at)),
      noticed.map(({ inHour }) => inHour),
      noticed.map(({ inDay }) => inDay),
      noticed.map(({ inWeek }) => inWeek),
      new Date(now),
      held.map(({ pseudonym }) => pseudonym),
      held.map(({ by }) => by),
      held.map(({ reason }) => reason),
    ]),
  );
}
