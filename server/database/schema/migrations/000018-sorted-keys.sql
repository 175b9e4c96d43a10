-- As in 000013, but each device is looked up by its key: anybody can register a number on thousands
-- of devices, and its owner must be able to erase it all the same.
create or replace function inaam.end_processing(
  of_campaign text, of_mobile bytea, owner bytea, locked_devices text[], ended timestamptz)
returns boolean
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_bitmapscan = off set enable_material = off set cpu_tuple_cost = 1
as $$
declare
  devices text[];
  codes uuid[];
begin
  devices := array(
    select user_key from inaam.challenge where campaign = of_campaign and mobile_index = of_mobile
    union select user_key from inaam.token where campaign = of_campaign and pseudonym = owner);
  codes := array(
    select id from inaam.message
    where mobile_index = of_mobile and campaign = of_campaign order by id for update);
  if owner is null and devices = '{}' and codes = '{}' then
    return false;
  end if;

  -- Later than any answer, even of a phone whose clock is ahead.
  insert into inaam.consent (campaign, user_key, t, answer, notice_hash, at)
  select of_campaign, device, greatest(newest.t + 1, extract(epoch from ended) * 1000), 'NO',
    newest.notice_hash, ended
  from unnest(devices) as device
  cross join lateral (
    select t, answer, notice_hash from inaam.consent
    where campaign = of_campaign and consent.user_key = device order by t desc limit 1) as newest
  where newest.answer = 'YES'
  on conflict do nothing;

  update inaam.device_limits
  set forgotten_t = greatest(forgotten_t, (
    select requested_t from inaam.challenge
    where campaign = of_campaign and challenge.user_key = device_limits.user_key
      and mobile_index = of_mobile))
  where campaign = of_campaign and user_key = any (locked_devices);
  delete from inaam.challenge where campaign = of_campaign and mobile_index = of_mobile;
  delete from inaam.delivery where message_id = any (codes);
  delete from inaam.message where id = any (codes);
  delete from inaam.mailbox where campaign = of_campaign and mobile_index = of_mobile;
  delete from inaam.token where campaign = of_campaign and pseudonym = owner;
  return true;
end
$$;

-- Before PostgreSQL 17 a look-up by many keys returns its rows in no order. If they may not be
-- sorted, all rows of the campaign are read in the order of the index instead. Only the next
-- voucher code is still found without a sort, which would read the whole stock.
alter function inaam.add_review_traces(text, bytea[], text[], bytea[], timestamptz[], integer) reset enable_sort;
alter function inaam.count_attempts() reset enable_sort;
alter function inaam.count_message_changes() reset enable_sort;
alter function inaam.count_new_messages() reset enable_sort;
alter function inaam.count_rewards() reset enable_sort;
alter function inaam.erase_or_withdraw(text, bytea, timestamptz, text) reset enable_sort;
alter function inaam.erase_proven(text, text, bytea, bytea, timestamptz, boolean) reset enable_sort;
alter function inaam.erase_withdrawn(text, timestamptz) reset enable_sort;
alter function inaam.forget_reviewed() reset enable_sort;
alter function inaam.keep_for_promises() reset enable_sort;
alter function inaam.note_granted() reset enable_sort;
alter function inaam.note_verified() reset enable_sort;
alter function inaam.note_voucher_state() reset enable_sort;
alter function inaam.pay_from_budget() reset enable_sort;
