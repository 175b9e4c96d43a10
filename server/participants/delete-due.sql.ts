// Deletes what `retention.rules.ts` no longer keeps. Each statement deletes one batch, oldest first
// by an index, and skips what another process has locked.
import { deviceMemoryMs } from '../codes/rate-limits.rules.ts';
import { retention } from './retention.rules.ts';
import type { Database } from '../database/database.ts';

/** Rows per batch; takes far less than the time limit of a statement. */
export const batchRows = 5000;

/** @returns how many rows were deleted; fewer than `batchRows` once nothing more is due */
export type DeleteBatch = (database: Database, campaign: string, due: Date) => Promise<number>;

type Table =
  | 'visit'
  | 'consent'
  | 'device_limits'
  | 'challenge'
  | 'token'
  | 'mailbox'
  | 'sms_receipt'
  | 'webhook_event'
  | 'personal_data'
  | 'send_counter'
  | 'used_proof'
  | 'erasure_receipt'
  | 'rollup'
  | 'review_trace'
  | 'review_member'
  | 'review_cluster';

/**
 * Visits and rollups have an index of campaign and time. `is not distinct from` keeps the planner
 * from using indexes that begin with the campaign.
 */
const ofCampaign = (table: Table) =>
  table === 'visit' || table === 'rollup' ? 'campaign = $1' : 'campaign is not distinct from $1';

/** @param condition SQL in addition to the age; `$2` is the time before which a row is due */
const deleteFrom =
  (table: Table, age: string, condition = 'true'): DeleteBatch =>
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

export const deleteVisits = deleteFrom('visit', 'at');
export const deleteSources = deleteFrom('rollup', 'start', `figure = 'visits' and label <> ''`);
export const deleteConsents = deleteFrom('consent', 'at');
export const deleteTokens = deleteFrom('token', 'expires_at');
/** The condition is always true, and that of the index. */
export const deleteCounters = deleteFrom('send_counter', 'expires_at', `counter <> ''`);
export const deleteProofs = deleteFrom('used_proof', 'expires_at');
export const deleteErasureReceipts = deleteFrom('erasure_receipt', 'at');
export const deleteMailbox = deleteFrom('mailbox', 'at');
export const deleteWebhookEvents = deleteFrom('webhook_event', 'queued_at');
/** The condition is always true, and that of the index. */
export const deleteReviewTraces = deleteFrom('review_trace', 'at', 'octet_length(source) = 16');

/** Not while the voucher is held: otherwise nobody could decide about it any more. */
export const deleteReviewMembers = deleteFrom(
  'review_member',
  'at',
  `not exists (
     select from inaam.review_hold
     where review_hold.campaign = $1 and review_hold.pseudonym = old.pseudonym
       and review_hold.state = 'held' and exists (
         select from inaam.message
         where message.campaign = $1 and message.pseudonym = old.pseudonym and kind = 'voucher'
           and message.state in ('owed', 'assigned')))`,
);
export const deleteReviewClusters = deleteFrom(
  'review_cluster',
  'last_at',
  'not exists (select from inaam.review_member where review_member.cluster = old.number)',
);

export const deleteReceipts = deleteFrom('sms_receipt', 'at');
export const deleteChallenges = deleteFrom(
  'challenge',
  'registered_at',
  'coalesce(code_expires_at, registered_at) <= $2',
);

/** Not those of an active device, whose limits look back that far. */
export const deleteDevices = deleteFrom(
  'device_limits',
  'created_at',
  `not exists (
     select from unnest(sends || tries) as event
     where event > $2::timestamptz + interval '${retention.devices.days} days' - interval '${deviceMemoryMs} ms')`,
);

/** Not while a voucher is owed, because it could not be sent. */
export const deletePersonalData = deleteFrom(
  'personal_data',
  'created_at',
  `not exists (
     select from inaam.message
     where message.campaign = $1 and message.pseudonym = old.pseudonym and kind = 'voucher'
       and state in ('owed', 'assigned'))`,
);

/** Together with the outcomes of their deliveries. */
export const deleteCodeMessages: DeleteBatch = async (database, campaign, due) => {
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

/** For the whole campaign: the caller knows that its programme has been over for long enough. */
export async function deleteNumberLimits(database: Database, campaign: string): Promise<number> {
  const { rowCount } = await database.query(
    `delete from inaam.mobile_limits where ctid = any (array(
       select ctid from inaam.mobile_limits where campaign = $1
       order by mobile_index limit $2 for update skip locked))`,
    [campaign, batchRows],
  );
  return rowCount ?? 0;
}
