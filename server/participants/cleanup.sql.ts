// Idempotent statements, run every minute by any number of processes.
import { guardedLimits, deviceMemoryMs } from '../codes/rate-limits.rules.ts';
import type { Database } from '../database/database.ts';
import { plugins } from '@inaam/plugins/plugins.ts';
import { retention, dueAfter } from './retention.rules.ts';

const max = 5000;

/**
 * Each kind of due row has its own index; `is not distinct from` keeps the planner from using
 * indexes of whole campaigns. Locked rows are skipped, so the cleanup never blocks a call and
 * cannot deadlock.
 */
const wipe = (columns: readonly string[], condition: string) => `
  update inaam.code_request set ${columns.map((column) => `${column} = null`).join(', ')}
  where ctid = any (array(
    select ctid from inaam.code_request
    where campaign is not distinct from $1 and ${condition}
    limit $3 for update skip locked))`;

const wipeUsedCodes = wipe(
  ['code_sealed'],
  'mobile_sealed is not null and code_used_at is not null and code_used_at <= $2 and code_sealed is not null',
);
const wipeExpiredCodes = wipe(['code_sealed'], 'code_sealed is not null and code_expires_at <= $2');
const registration = ['mobile_sealed', 'registration_sealed', 'code_sealed'];
const wipeUsedRegistrations = wipe(
  registration,
  'mobile_sealed is not null and code_used_at is not null and code_used_at <= $2',
);
const wipeExpiredRegistrations = wipe(
  registration,
  'mobile_sealed is not null and registered_at <= $2 and coalesce(code_expires_at, registered_at) <= $2',
);

export async function wipeCodes(database: Database, campaign: string, now: number) {
  const values = [campaign, new Date(now), max];
  const { rowCount: used } = await database.query(wipeUsedCodes, values);
  const { rowCount: expired } = await database.query(wipeExpiredCodes, values);
  return (used ?? 0) + (expired ?? 0);
}

/**
 * Wipes encrypted registrations some time after their code was used (the same code may be verified
 * again) or expired (another may be requested). @returns how many
 */
export async function wipeRegistrations(
  database: Database,
  campaign: string,
  now: number,
  retention: { afterUseMs: number; afterExpiryMs: number },
) {
  const { rowCount: used } = await database.query(wipeUsedRegistrations, [
    campaign,
    new Date(now - retention.afterUseMs),
    max,
  ]);
  const { rowCount: expired } = await database.query(wipeExpiredRegistrations, [
    campaign,
    new Date(now - retention.afterExpiryMs),
    max,
  ]);
  return (used ?? 0) + (expired ?? 0);
}

/** Ends the messages of codes that expired, were used or were replaced. @returns how many */
export async function expireStaleMessages(database: Database, campaign: string, now: number) {
  const { rowCount } = await database.query(
    `with stale as (
       select message.id,
         case when guarded_at is not null then 'expired'
              when code_request.code_hash is distinct from message.code_hash then 'replaced'
              when code_used_at is not null then 'used' else 'expired' end as reason
       from inaam.message
       -- Look up each message by its key: a join would read all code requests of the campaign.
       left join lateral (
         select * from inaam.code_request
         where code_request.campaign = $1 and code_request.user_key = message.user_key
           and code_request.mobile_index = message.mobile_index offset 0) as code_request on true
       where message.campaign = $1 and kind = 'otp' and state = 'owed'
         and case when guarded_at is not null then guarded_at <= $4
                  else code_request.code_hash is distinct from message.code_hash
                    or code_used_at is not null or code_expires_at <= $2 end
       limit $3 for update of message skip locked)
     update inaam.message set state = 'lapsed', ended_at = $2, reason = stale.reason, code_sealed = null
     from stale where message.id = stale.id and state = 'owed'`,
    [campaign, new Date(now), max, new Date(now - guardedLimits.codeLifetimeMs)],
  );
  return rowCount ?? 0;
}

// Deletes what `retention.rules.ts` no longer keeps. Each statement deletes one batch, oldest first
// by an index, and skips rows that another process has locked.

/** A batch of this size stays far below the statement timeout. */
export const batchRows = 5000;

/** @returns how many rows were deleted; fewer than `batchRows` if no more are due */
type DeleteBatch = (database: Database, campaign: string, due: Date) => Promise<number>;

/**
 * Visits have an index on campaign and time. For other tables, `is not distinct from` keeps the
 * planner from using indexes that begin with the campaign.
 */
const ofCampaign = (table: string) =>
  table === 'visit' ? 'campaign = $1' : 'campaign is not distinct from $1';

/** @param condition SQL in addition to the age; `$2` is the time before which a row is due */
const deleteFrom =
  (table: string, age: string, condition = 'true'): DeleteBatch =>
  async (database, campaign, due) => {
    const { rowCount } = await database.query(
      `delete from inaam.${table} where ctid = any (array(
         select ctid from inaam.${table} as old
         where ${ofCampaign(table)} and ${age} <= $2 and ${condition}
         order by ${age} limit $3 for update skip locked))`,
      [campaign, due, batchRows],
    );
    return rowCount ?? 0;
  };

/** Figures by source or shop, whose names are other people's text. */
const deleteSources: DeleteBatch = async (database, campaign, due) => {
  const { rowCount } = await database.query(
    `delete from inaam.figure_part where ctid = any (array(
       select old.ctid from generate_series(1, 15) as of_level cross join lateral (
         select ctid from inaam.figure_part
         where campaign = $1 and level = of_level and unit = 'day' and start <= $2
         order by start limit $3) as old
       where of_level & 3 <> 0 limit $3))`,
    [campaign, due, batchRows],
  );
  return rowCount ?? 0;
};

/** Deletes the outcomes of their deliveries too. */
const deleteCodeMessages: DeleteBatch = async (database, campaign, due) => {
  const { rowCount } = await database.query(
    `with old as materialized (
       select id from inaam.message
       where campaign is not distinct from $1 and case when kind = 'otp' then owed_at end <= $2
       order by case when kind = 'otp' then owed_at end limit $3 for update skip locked),
     outcomes as (delete from inaam.delivery where message_id = any (array(select id from old)))
     delete from inaam.message where id = any (array(select id from old))`,
    [campaign, due, batchRows],
  );
  return rowCount ?? 0;
};

/** SQL: a voucher of the row is owed. */
const isOwed = `exists (
  select from inaam.message
  where message.campaign = $1 and message.pseudonym = old.pseudonym and kind = 'voucher'
    and message.state in ('owed', 'assigned'))`;

const keptByPlugins = plugins.flatMap((plugin) => Object.values(plugin.retention));

const deletionsOfCore: readonly (readonly [keyof typeof retention, DeleteBatch])[] = [
  ['visits', deleteFrom('visit', 'at')],
  ['sources', deleteSources],
  ['consents', deleteFrom('consent', 'at')],
  // Keeps active devices, whose limits look back that far.
  [
    'devices',
    deleteFrom(
      'device_limits',
      'created_at',
      `not exists (
         select from unnest(sends || tries) as event
         where event > $2::timestamptz + interval '${retention.devices.days} days' - interval '${deviceMemoryMs} ms')`,
    ),
  ],
  [
    'codeRequests',
    deleteFrom('code_request', 'registered_at', 'coalesce(code_expires_at, registered_at) <= $2'),
  ],
  ['tokens', deleteFrom('token', 'expires_at')],
  ['codeMessages', deleteCodeMessages],
  ['erasures', deleteFrom('erasure_receipt', 'at')],
  ['mailbox', deleteFrom('mailbox', 'at')],
  ['receipts', deleteFrom('sms_receipt', 'at')],
  // The condition is always true; it makes the planner use the partial index.
  ['counters', deleteFrom('send_counter', 'expires_at', `counter <> ''`)],
  ['proofs', deleteFrom('used_proof', 'expires_at')],
  // While a voucher is owed, it could not be sent otherwise.
  ['personalData', deleteFrom('personal_data', 'created_at', `not ${isOwed}`)],
];

/** In the order of their turns, with the days that each is kept. */
export const deletions: readonly { kind: string; days: number; deleteBatch: DeleteBatch }[] = [
  ...deletionsOfCore.map(([kind, deleteBatch]) => ({
    kind,
    days: retention[kind].days,
    deleteBatch,
  })),
  ...keptByPlugins.flatMap(({ tables, days, age, condition }) =>
    tables.map((table) => ({ kind: table, days, deleteBatch: deleteFrom(table, age, condition) })),
  ),
];

/**
 * Deletes the limits of the whole campaign. The caller has checked that its programme ended long
 * enough ago.
 */
export async function deleteNumberLimits(database: Database, campaign: string): Promise<number> {
  const { rowCount } = await database.query(
    `delete from inaam.mobile_limits where ctid = any (array(
       select ctid from inaam.mobile_limits where campaign = $1
       order by mobile_index limit $2 for update skip locked))`,
    [campaign, batchRows],
  );
  return rowCount ?? 0;
}

// Finds data that should have been deleted by `retention.rules.ts`.

/** The same ages as in `cleanup.job.ts`; rows up to `$2` are due. */
const conditions = [
  { kind: 'visits', isDue: 'at <= $2' },
  { kind: 'sources', isDue: `level & 3 <> 0 and unit = 'day' and start <= $2` },
  { kind: 'consents', isDue: 'at <= $2' },
  { kind: 'codeRequests', isDue: 'registered_at <= $2 and coalesce(code_expires_at, $2) <= $2' },
  { kind: 'tokens', isDue: 'expires_at <= $2' },
  { kind: 'mailbox', isDue: 'at <= $2' },
  { kind: 'receipts', isDue: 'at <= $2' },
  { kind: 'counters', isDue: 'expires_at <= $2' },
  { kind: 'proofs', isDue: 'expires_at <= $2' },
  { kind: 'erasures', isDue: 'at <= $2' },
  {
    kind: 'withdrawals',
    isDue: `not exists (
      select from inaam.message
      where message.campaign = $1 and message.pseudonym = withdrawal.pseudonym and kind = 'voucher'
        and (state in ('owed', 'assigned') or greatest(sent_at, ended_at) > $2))`,
  },
] as const;

/**
 * @param now wall time, ms
 * @param graceMs rows that are overdue by less are not reported
 * @returns the tables that contain overdue rows
 */
export async function readOverdueTables(
  database: Database,
  campaign: string,
  now: number,
  graceMs: number,
): Promise<string[]> {
  const overdue: string[] = [];
  const all = [
    ...conditions.map(({ kind, isDue }) => ({ ...retention[kind], isDue })),
    // Of one with a condition, only `deliver` can tell.
    ...keptByPlugins
      .filter(({ condition }) => condition === undefined)
      .map((kept) => ({ ...kept, isDue: `${kept.age} <= $2` })),
  ];
  for (const { tables, days, isDue } of all) {
    const { rows } = await database.query<{ overdue: boolean }>(
      `select exists (select from inaam.${tables[0]} where campaign = $1 and ${isDue}) as overdue`,
      [campaign, new Date(dueAfter(days, now) - graceMs)],
    );
    if (rows[0]?.overdue === true) overdue.push(tables[0] ?? '');
  }
  return overdue;
}
