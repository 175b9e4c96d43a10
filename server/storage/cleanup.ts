// Idempotent statements, run every minute by any number of processes.
import type { Database } from './database.ts';

const most = 5000;

/** Wipes codes that are used or expired. @returns how many */
export async function wipeCodes(database: Database, campaign: string, now: number) {
  // Locked rows are skipped: the cleanup never blocks a call and cannot deadlock.
  const { rowCount } = await database.query(
    `with over as (
       select user_key, mobile_index from inaam.challenge
       where campaign = $1 and code_sealed is not null and (code_expires_at <= $2 or code_used_at is not null)
       limit $3 for update skip locked)
     update inaam.challenge set code_sealed = null
     from over
     where campaign = $1 and challenge.user_key = over.user_key
       and challenge.mobile_index = over.mobile_index`,
    [campaign, new Date(now), most],
  );
  return rowCount ?? 0;
}

/**
 * Wipes sealed registrations some time after the code was used (the same code may verify again) or
 * expired (another one may be requested). @returns how many
 */
export async function wipeRegistrations(
  database: Database,
  campaign: string,
  now: number,
  retention: { afterUseMs: number; afterExpiryMs: number },
) {
  const { rowCount } = await database.query(
    `with over as (
       select user_key, mobile_index from inaam.challenge
       where campaign = $1 and (mobile_sealed is not null or registration_sealed is not null)
         and (code_used_at <= $2 or greatest(registered_at, code_expires_at) <= $3)
       limit $4 for update skip locked)
     update inaam.challenge set mobile_sealed = null, registration_sealed = null, code_sealed = null
     from over
     where campaign = $1 and challenge.user_key = over.user_key
       and challenge.mobile_index = over.mobile_index`,
    [campaign, new Date(now - retention.afterUseMs), new Date(now - retention.afterExpiryMs), most],
  );
  return rowCount ?? 0;
}

/** Ends messages of codes that expired, were used or were replaced. @returns how many */
export async function expireStaleMessages(database: Database, campaign: string, now: number) {
  const { rowCount } = await database.query(
    `with stale as (
       select message.id,
         case when challenge.code_hash is distinct from message.code_hash then 'replaced'
              when code_used_at is not null then 'used' else 'expired' end as reason
       from inaam.message left join inaam.challenge using (campaign, user_key, mobile_index)
       where campaign = $1 and kind = 'otp' and state = 'owed'
         and (challenge.code_hash is distinct from message.code_hash
           or code_used_at is not null or code_expires_at <= $2)
       limit $3 for update of message skip locked)
     update inaam.message set state = 'lapsed', ended_at = $2, reason = stale.reason
     from stale where message.id = stale.id and state = 'owed'`,
    [campaign, new Date(now), most],
  );
  return rowCount ?? 0;
}

/** Counts unsent vouchers granted before each moment (wall time, ms). */
export async function countOverdue(
  database: Database,
  campaign: string,
  before: readonly number[],
): Promise<number[]> {
  const { rows } = await database.query<{ owed: string }>(
    `select count(message.id) as owed
     from unnest($2::timestamptz[]) with ordinality as moment (at, place)
     left join inaam.message on campaign = $1 and kind = 'voucher'
       and state in ('owed', 'assigned') and owed_at <= moment.at
     group by place order by place`,
    [campaign, before.map((ms) => new Date(ms))],
  );
  return rows.map((row) => Number(row.owed));
}
