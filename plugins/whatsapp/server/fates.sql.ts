// What follows from what the web hook said: a receipt of what arrived, and an SMS for a voucher
// that certainly did not.
import { prepared } from '@inaam/server/database/batches/batch.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { isUnclear } from '@inaam/server/messages/failure-reasons.rules.ts';
import { notifyDue } from '@inaam/server/messages/outbox.sql.ts';
import { spelledCodes, unreachableCodes } from './cloud-answer.rules.ts';

/** Of a second. */
const statusesMax = 2000;

/**
 * `$1` is the campaign, `$2` the time. A status may come before the answer is recorded, so it waits
 * while the message is under way elsewhere; one that is being sent at this moment waits too.
 */
const conclude = `
  with due as materialized (
    select status.id, status.status, status.at
    from inaam.whatsapp_status as status join inaam.whatsapp_send as send using (id)
    where status.handled_at is null and send.campaign = $1
    order by status.at limit ${statusesMax} for update of status skip locked),
  fate as materialized (
    select id, bool_or(status in ('delivered', 'read')) as has_arrived,
      bool_or(status = 'failed') as has_failed, max(code) as code
    from inaam.whatsapp_status where id in (select id from due) group by id),
  named as (
    select fate.id, message.id as message_id from fate cross join lateral (
      select id from inaam.message where campaign = $1 and provider_reference = fate.id::text
      union select id from inaam.message where message.id = fate.id and campaign = $1) as message),
  found as materialized (
    select fate.*, message.id as message_id, kind, state, reason, leased_until, mobile_index,
      pseudonym, path is not distinct from 'whatsapp' as is_here,
      state in ('owed', 'assigned') as is_under_way
    from fate join named using (id) join inaam.message on message.id = message_id),
  receipt as (
    insert into inaam.sms_receipt (campaign, path, reference, outcome, reason, at, due_at)
    select $1, 'whatsapp', id::text, 'delivered', 'by WhatsApp', $2, $2 from found where has_arrived and is_here
    on conflict do nothing),
  moved as (
    update inaam.message set state = 'assigned', path = null, provider_reference = null,
      sent_at = null, ended_at = null, sending_since = null, reason = null,
      due_at = now(), attempts = 0
    from found
    where message.id = found.message_id and message.kind = 'voucher' and is_here
      and has_failed and not has_arrived and message.leased_until is null
      and (message.state in ('sent', 'assigned')
        or (message.state = 'failed' and message.reason ~ '${isUnclear.source}'))
    returning message.id, found.id as send_id, found.code),
  logged as (
    insert into inaam.delivery (message_id, at, outcome, reason, path)
    select id, $2, 'undelivered',
      coalesce((select words from unnest($3::integer[], $4::text[]) as said (code, words)
        where said.code = moved.code limit 1), 'WhatsApp error'), 'whatsapp'
    from moved
    -- What was unclear is clear now: the next path begins anew.
    union all
    select id, $2, 'resent', null, null from moved where exists (
      select from inaam.delivery where message_id = moved.id and outcome = 'unknown')),
  refused as (
    update inaam.whatsapp_send set state = 'refused' from found
    where whatsapp_send.id = found.id and has_failed and not has_arrived),
  unreachable as (
    update inaam.whatsapp_opt_in set unreachable_at = $2
    where campaign = $1 and mobile_index in (
      select coalesce(found.mobile_index, (
        select mobile_index from inaam.participation
        where campaign = $1 and participation.pseudonym = found.pseudonym))
      from found where has_failed and not has_arrived and code = any ($5::integer[]))),
  done as (
    select id from found
    where not (has_arrived or has_failed)
      or (is_here and (has_arrived or kind = 'otp' or leased_until is null))
      or not (is_here or is_under_way)),
  -- For the person's time line.
  has_read as (
    insert into inaam.delivery (message_id, at, outcome, reason, path)
    select message_id, due.at, 'delivered', 'read in WhatsApp', 'whatsapp'
    from found join due using (id) where due.status = 'read' and id in (select id from done)
      and is_here),
  handled as (
    update inaam.whatsapp_status set handled_at = $2
    where id in (select id from done) and handled_at is null)
  select id, ${notifyDue('voucher')} as woken from moved`;

/** @returns which vouchers take another path */
export async function concludeStatuses(
  database: Database,
  campaign: string,
  now: number,
): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    prepared(conclude, [
      campaign,
      new Date(now),
      spelledCodes.map(({ code }) => code),
      spelledCodes.map(({ words }) => words),
      unreachableCodes,
    ]),
  );
  return rows.map(({ id }) => id);
}

/** Statuses whose message nobody finds, such as of another installation. */
export const dropUnknown = (database: Database, campaign: string, now: number): Promise<unknown> =>
  database.query(
    `update inaam.whatsapp_status set handled_at = $2
     where campaign = $1 and handled_at is null and at < $2::timestamptz - interval '1 day'`,
    [campaign, new Date(now)],
  );

/**
 * Vouchers whose SMS certainly failed: they are wanted by WhatsApp, once, where the number has
 * chosen it.
 */
export async function wantFailed(
  database: Database,
  campaign: string,
  now: number,
): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    prepared(
      `with failed as materialized (
         select id, pseudonym, path, reason, resends from inaam.message
         where campaign = $1 and state = 'failed' and ended_at > $2::timestamptz - interval '1 hour'
         order by ended_at desc nulls last, id desc limit 200),
       wanted as (
         select failed.id from failed join inaam.participation on participation.campaign = $1
           and participation.pseudonym = failed.pseudonym
         where path is distinct from 'whatsapp' and path is not null and resends = 0
           and reason !~ '${isUnclear.source}' and reason !~ '^(erased|refused)'
           and exists (
             select from inaam.whatsapp_opt_in as choice
             where choice.mobile_index = participation.mobile_index and choice.campaign = $1
               and (unreachable_at is null or unreachable_at < $2::timestamptz - interval '30 days'))),
       noted as (
         insert into inaam.whatsapp_send (id, campaign, state, at)
         select id, $1, 'wanted', $2 from wanted on conflict do nothing returning id),
       moved as (
         update inaam.message set state = 'assigned', path = null, provider_reference = null,
           sent_at = null, ended_at = null, sending_since = null, reason = null,
           due_at = now(), attempts = 0
         from noted
         where message.id = noted.id and message.state = 'failed' and message.kind = 'voucher'
         returning message.id)
       select id, ${notifyDue('voucher')} as woken from moved`,
      [campaign, new Date(now)],
    ),
  );
  return rows.map(({ id }) => id);
}

/** Whether an SMS of a code has not arrived, and the code is still worth sending. */
export async function isStillWanted(
  database: Database,
  campaign: string,
  message: string,
  now: number,
): Promise<boolean> {
  const { rows } = await database.query(
    prepared(
      `select from inaam.message
       where id = $2 and campaign = $1 and kind = 'otp' and state in ('sent', 'failed')
         and case when guarded_at is null then exists (
           select from inaam.code_request
           where code_request.campaign = $1 and code_request.user_key = message.user_key
             and code_request.mobile_index = message.mobile_index
             and code_request.code_hash = message.code_hash and code_used_at is null
             and code_expires_at > $3)
         else not exists (
           select from inaam.mobile_limits
           where mobile_limits.campaign = $1 and mobile_limits.mobile_index = message.mobile_index
             and guarded_at <= guarded_used_at) end`,
      [campaign, message, new Date(now)],
    ),
  );
  return rows.length === 1;
}
