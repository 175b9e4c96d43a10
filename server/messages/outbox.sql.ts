// The table `message` is the outbox: `deliver` leases the owed messages that are due. All times are
// the database's, because the clocks of processes may differ.
import type { SmsKind } from '@inaam/campaigns/sms/sms-template.ts';
import type { Priority } from '../sms/send-budget.rules.ts';
import { batched, prepared, type Batched } from '../database/batches/batch.ts';
import { ms, type Database } from '../database/database.ts';
import type { Unclear } from './delivery-limits.rules.ts';

/** A flood that pays with proofs must not delay honest shoppers: their codes are sent first. */
export const priorities: readonly Priority[] = [0, 1, 2];

const channel = 'inaam_message_due';

/**
 * SQL: wakes the workers of this kind after the commit. `$1` is the campaign. PostgreSQL delivers
 * equal notifications of a transaction only once.
 */
export const notifyDue = (kind: SmsKind) => `pg_notify('${channel}', '${kind} ' || $1::text)`;

/**
 * Listens on a connection of its own until it is lost.
 * @throws what ended the connection
 */
export async function listenForDue(
  database: Database,
  campaign: string,
  { onListening, onDue, signal }: DueEvents,
): Promise<void> {
  const connection = await database.connect();
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  // It may be lost before anything awaits its end.
  ended.catch(() => undefined);
  connection.on('end', resolve);
  connection.on('error', reject);
  const stop = () => resolve();
  signal.addEventListener('abort', stop);
  // It may have been aborted while the connection was opened.
  if (signal.aborted) stop();
  connection.on('notification', ({ payload }) => {
    if (payload === `otp ${campaign}`) onDue('otp');
    if (payload === `voucher ${campaign}`) onDue('voucher');
  });
  try {
    await connection.query(`listen ${channel}`);
    onListening();
    await ended;
  } finally {
    signal.removeEventListener('abort', stop);
    connection.release(true);
  }
}

type DueEvents = {
  onListening: () => void;
  onDue: (kind: SmsKind) => void;
  signal: AbortSignal;
};

export type Leased = {
  id: string;
  /** Since it was last owed, put off or rescheduled; also tells one lease from another. */
  attempts: number;
  /** `performance.now()` after which nothing may be handed to a provider. */
  until: number;
  unclear: Unclear | null;
};

type LeaseRow = Omit<Leased, 'until'> & { priority: number; was_due: Date };

export type Lease<Row, Item> = {
  kind: SmsKind;
  /** SQL: leases the messages of `free`, which are locked. */
  take?: string;
  /** Selects from `leased`. */
  select: string;
  /** From `$10` on. */
  values: (unprepared: Unprepared | undefined) => readonly unknown[];
  itemOf: (row: LeaseRow & Row, until: number, unprepared: Unprepared | undefined) => Item;
  /** What must be done with due messages before, if anything: asked at each look. */
  preparation?: () => ((ids: readonly string[]) => Promise<Unprepared>) | undefined;
};

/** Why a preparation failed, by the message's id. */
type Unprepared = ReadonlyMap<string, unknown>;

/** For how long nobody else looks at a message that is leased, by the database's clock. */
export const hiddenMs = 10_000;
/** After this time another process may send the message, by its own clock. */
export const leaseMs = 30_000;
/** How long before that the last attempt must begin, so that its outcome is recorded in time. */
const endMs = 18_000;
/** A row may be committed this long after the time at which it became due. */
const commitMs = 1000;
const fromStartMs = 2000;
/** Rest after a look from the start, as a multiple of its duration. */
export const restsFromStart = 20;

/**
 * Leases due messages of a kind by priority and time, and skips those that others have locked.
 *
 * Each lease leaves a dead entry in the index, which a snapshot may keep for hours. Therefore a
 * look begins where the one before it ended; only some looks begin at the start, for rows that were
 * committed late or locked.
 * @returns a function that leases at most `max`; `given`: of these alone, without a preparation
 */
export function leaseDue<Row, Item>(
  database: Database,
  campaign: string,
  { kind, take = takeFree, select, values, itemOf, preparation }: Lease<Row, Item>,
): (max: number, given?: readonly string[]) => Promise<Item[]> {
  const text = leaseQuery(take, select);
  const endedLeases = observeLeases(database, campaign, kind);
  const starts = new Map<number, Date>();
  let fromStartAt = -Infinity;
  return async (max, given) => {
    const now = performance.now();
    const isFromStart = now >= fromStartAt;
    const from = priorities.map((priority) => (isFromStart ? undefined : starts.get(priority)));
    const ended = isFromStart ? await endedLeases() : [];
    const look = [
      campaign,
      kind,
      priorities,
      from.map((start) => start ?? '-infinity'),
      max,
      ended.map(({ id }) => id),
    ];
    const prepare = given ? undefined : preparation?.();
    const found = prepare && (await database.query<{ id: string }>(prepared(lookQuery, look)));
    const ids = given ?? found?.rows.map(({ id }) => id);
    const unprepared = ids && (await prepare?.(ids));
    const { rows } = await database.query<LeaseRow & Row>(
      prepared(text, [
        ...look,
        ended.map(({ until }) => until),
        hiddenMs,
        ids,
        ...values(unprepared),
      ]),
    );
    if (isFromStart) {
      const tookMs = performance.now() - now;
      fromStartAt = now + Math.max(fromStartMs, restsFromStart * tookMs);
    }
    const newest = Map.groupBy(rows, ({ priority }) => priority);
    for (const [priority, taken] of newest) {
      const last = Math.max(...taken.map((row) => row.was_due.getTime()));
      starts.set(priority, new Date(last - commitMs));
    }
    return rows.map((row) => itemOf(row, now + leaseMs - endMs, unprepared));
  };
}

/** SQL: the condition of the index `message_due`. */
export const isUnsent = `state not in ('sent', 'delivered', 'failed', 'lapsed', 'settled')`;

type ForeignLease = { id: string; until: string };

/** The most leases that are watched at once. */
const watchedMax = 500;

/**
 * Finds leases that have not changed for as long as their owner may work, by the clock of this
 * process: the database's may be set at any time.
 */
function observeLeases(
  database: Database,
  campaign: string,
  kind: SmsKind,
): () => Promise<ForeignLease[]> {
  let watchedSince = new Map<string, number>();
  return async () => {
    const startedAt = performance.now();
    const { rows } = await database.query<ForeignLease>(
      prepared(watchText, [campaign, kind, priorities]),
    );
    const now = performance.now();
    const since = ({ id, until }: ForeignLease) => watchedSince.get(`${id} ${until}`) ?? now;
    watchedSince = new Map(rows.map((row) => [`${row.id} ${row.until}`, since(row)]));
    return rows.filter((row) => startedAt - since(row) >= leaseMs);
  };
}

const watchText = `
  select id, leased_until::text as until from unnest($3::integer[]) as look (priority)
  cross join lateral (
    select id, leased_until from inaam.message
    where campaign = $1 and kind = $2 and ${isUnsent}
      and message.priority = look.priority and due_at <= now()
    order by due_at limit ${watchedMax}) as due
  where leased_until is not null`;

const look = 'select * from unnest($3::integer[], $4::timestamptz[]) as look (priority, start)';

const due = `
  select due.id from look cross join lateral (
    select id, priority, due_at from inaam.message
    where campaign = $1 and kind = $2 and ${isUnsent}
      and message.priority = look.priority and due_at >= look.start and due_at <= now()
      and (leased_until is null or id = any ($6::uuid[]))
    order by due_at limit $5) as due
  order by due.priority, due.due_at limit $5`;

const lookQuery = `with look as (${look}) ${due}`;

const leaseQuery = (take: string, select: string) => `
  with look as (${look} where $9::uuid[] is null),
  due as materialized ((${due}) union all select unnest($9::uuid[])),
  -- Only ids are compared: a plan for any other condition could read all that is owed.
  locked as materialized (
    select id, priority, due_at as was_due, ${isUnsent} as is_unsent,
      leased_until is null or (id, leased_until) in (
        select * from unnest($6::uuid[], $7::timestamptz[])) as is_free
    from inaam.message
    where id = any (array(select id from due)) for update skip locked),
  free as materialized (
    select id, priority, was_due from locked where is_unsent and is_free and was_due <= now()),
  taken as (${take}),
  leased as (select taken.*, unclear from taken ${unclear})
  ${select}`;

/** SQL: how long the lease is. */
export const hidden = "$8 * interval '1 ms'";

// Does not wait for the disk: a lease that a crash of PostgreSQL forgets is taken again, and the
// same code is sent under the same id. One of a voucher waits, because it binds a code of the
// stock, and a person who holds the voucher must see that it is on its way.
const takeFree = `
  update inaam.message
  set due_at = now() + ${hidden}, leased_until = now() + ${hidden}, attempts = attempts + 1
  from free
  where message.id = any (array(select id from free)) and message.id = free.id
    and set_config('synchronous_commit', 'off', true) = 'off'
  returning message.*, was_due`;

/** SQL: what is not known of a message that a path may have accepted, since it was last resent. */
const unclear = `left join lateral (
  select json_build_object('path', taken.path, 'since', ${ms('min(at)')}, 'times', count(*),
    'reason', (array_agg(reason order by number desc))[1]) as unclear
  from (
    select at, number, reason, outcome,
      max(number) filter (where outcome = 'resent') over () as resent from inaam.delivery
    where taken.path is not null and message_id = taken.id offset 0) as tried
  where outcome = 'unknown' and number > coalesce(resent, 0)
  having count(*) > 0) as unclear on true`;

export type PutBack = Pick<Leased, 'id' | 'attempts'> & {
  /** With all attempts, after this time; undefined: after a pause that grows with the attempts. */
  waitMs: number | undefined;
};

/**
 * The longest pause after a failed attempt, and so the delay after an outage. A code is useless
 * after minutes, a voucher is not.
 */
export const pauseMaxSeconds: Record<SmsKind, number> = { otp: 20, voucher: 600 };

/** Pauses are random, so that a provider that recovers is not overloaded. */
const pause = `least(
  exp(least(message.attempts, 10)) * (1 + random() / 4),
  case message.kind when 'otp' then ${pauseMaxSeconds.otp} else ${pauseMaxSeconds.voucher} end * (0.5 + random() / 2)
) * interval '1 second'`;

/** Ends the lease of messages that are to be tried again, unless it is no longer this one. */
export function putBack(database: Database, campaign: string): Batched<PutBack, 'done'> {
  return batched(
    ({ id }) => id,
    async (items) => {
      await database.query(
        prepared(
          `update inaam.message set leased_until = null,
             due_at = now() + coalesce(wait.ms * interval '1 ms', ${pause}),
             attempts = case when wait.ms is null then message.attempts else 0 end
           from unnest($2::uuid[], $3::integer[], $4::float8[]) as wait (id, attempts, ms)
           where message.id = any ($2::uuid[]) and message.id = wait.id and campaign = $1
             and state in ('owed', 'assigned') and message.attempts = wait.attempts
             and leased_until is not null`,
          [
            campaign,
            items.map(({ id }) => id),
            items.map(({ attempts }) => attempts),
            items.map(({ waitMs }) => waitMs),
          ],
        ),
      );
      return new Map(items.map(({ id }) => [id, 'done']));
    },
  );
}
