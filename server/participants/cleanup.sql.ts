// Idempotent statements, run every minute by any number of processes.
import { guardedLimits } from '../codes/rate-limits.rules.ts';
import type { Database } from '../database/database.ts';

const most = 5000;

/**
 * Each kind of due row has an index of its own; `is not distinct from` keeps the planner from using
 * those of whole campaigns. Locked rows are skipped, so the cleanup never blocks a call and cannot
 * deadlock.
 */
const wipe = (columns: readonly string[], condition: string) => `
  update inaam.challenge set ${columns.map((column) => `${column} = null`).join(', ')}
  where ctid = any (array(
    select ctid from inaam.challenge
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

/** Wipes codes that are used or expired. @returns how many */
export async function wipeCodes(database: Database, campaign: string, now: number) {
  const values = [campaign, new Date(now), most];
  const { rowCount: used } = await database.query(wipeUsedCodes, values);
  const { rowCount: expired } = await database.query(wipeExpiredCodes, values);
  return (used ?? 0) + (expired ?? 0);
}

/**
 * Wipes encrypted registrations some time after the code was used (the same code may verify again)
 * or expired (another one may be requested). @returns how many
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
    most,
  ]);
  const { rowCount: expired } = await database.query(wipeExpiredRegistrations, [
    campaign,
    new Date(now - retention.afterExpiryMs),
    most,
  ]);
  return (used ?? 0) + (expired ?? 0);
}

/** Ends messages of codes that expired, were used or were replaced. @returns how many */
export async function expireStaleMessages(database: Database, campaign: string, now: number) {
  const { rowCount } = await database.query(
    `with stale as (
       select message.id,
         case when guarded_at is not null then 'expired'
              when challenge.code_hash is distinct from message.code_hash then 'replaced'
              when code_used_at is not null then 'used' else 'expired' end as reason
       from inaam.message
       -- Looks up each message by its key: a join would read all challenges of the campaign.
       left join lateral (
         select * from inaam.challenge
         where challenge.campaign = $1 and challenge.user_key = message.user_key
           and challenge.mobile_index = message.mobile_index offset 0) as challenge on true
       where message.campaign = $1 and kind = 'otp' and state = 'owed'
         and case when guarded_at is not null then guarded_at <= $4
                  else challenge.code_hash is distinct from message.code_hash
                    or code_used_at is not null or code_expires_at <= $2 end
       limit $3 for update of message skip locked)
     update inaam.message set state = 'lapsed', ended_at = $2, reason = stale.reason, code_sealed = null
     from stale where message.id = stale.id and state = 'owed'`,
    [campaign, new Date(now), most, new Date(now - guardedLimits.codeLifetimeMs)],
  );
  return rowCount ?? 0;
}
