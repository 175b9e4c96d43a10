-- The hour of a fact. India has had one offset since 1945.
create or replace function inaam.rollup_hour(at timestamptz) returns timestamptz language sql stable
return date_trunc('hour', at, 'Asia/Kolkata');

-- Seconds, by powers of the fourth root of two from a tenth of a second on (today-durations.ts).
create or replace function inaam.rollup_bucket(seconds numeric) returns text language sql immutable
return least(104, greatest(0, ceil(4 * ln(greatest(seconds, 0.1)::double precision * 10) / ln(2))))::integer::text;

-- What a message counts for, in the state in which it is.
create or replace function inaam.rollup_of_message(
  kind text, state text, owed_at timestamptz, sent_at timestamptz, ended_at timestamptz, reason text)
returns table (at timestamptz, figure text, label text) language sql stable
begin atomic
  select fact.at, fact.figure, fact.label from (values
    (case when kind = 'otp' then owed_at end, 'codes', ''),
    (case when kind = 'voucher' then sent_at end, 'sent', ''),
    (case when kind = 'voucher' and state = 'delivered' then coalesce(ended_at, sent_at) end, 'delivered', ''),
    (case when kind = 'voucher' and state in ('failed', 'lapsed') then coalesce(ended_at, sent_at, owed_at) end,
      'failed', left(coalesce(nullif(reason, ''), '(none)'), 80)),
    (sent_at, case kind when 'otp' then 'codeSeconds' else 'voucherSeconds' end,
      inaam.rollup_bucket(extract(epoch from sent_at - owed_at)))
  ) as fact (at, figure, label) where fact.at is not null;
end;

create or replace function inaam.count_visits() returns trigger language plpgsql as $$
begin
  insert into inaam.rollup_change (campaign, hour, figure, label, amount, change)
  select campaign, inaam.rollup_hour(at), 'visits',
    left(coalesce(nullif(query ->> 'utm_campaign', ''), '(none)'), 80), 0, count(*)
  from added group by 1, 2, 4;
  return null;
end
$$;
create or replace trigger visits_are_counted after insert on inaam.visit
  referencing new table as added
  for each statement execute function inaam.count_visits();

create or replace function inaam.count_verified() returns trigger language plpgsql as $$
begin
  insert into inaam.rollup_change (campaign, hour, figure, label, amount, change)
  select campaign, inaam.rollup_hour(verified_at), 'verified', state, 0, count(*)
  from added group by 1, 2, 4;
  return null;
end
$$;
create or replace trigger verified_are_counted after insert on inaam.participant
  referencing new table as added
  for each statement execute function inaam.count_verified();

-- `limit 1`, here and below: each row is looked up by its key, also by a plan that was made while
-- the table was empty, which would read all of it for a join.
create or replace function inaam.count_rewards() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_bitmapscan = off set enable_material = off set cpu_tuple_cost = 1
as $$
begin
  insert into inaam.rollup_change (campaign, hour, figure, label, amount, change)
  select added.campaign, inaam.rollup_hour(granted_at), 'rewarded', found.state, added.amount, count(*)
  from added cross join lateral (
    select state from inaam.participant
    where participant.campaign = added.campaign and participant.pseudonym = added.pseudonym limit 1) as found
  group by 1, 2, 4, 5;
  return null;
end
$$;
create or replace trigger rewards_are_counted after insert on inaam.reward
  referencing new table as added
  for each statement execute function inaam.count_rewards();

create or replace function inaam.count_new_messages() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_bitmapscan = off set enable_material = off set cpu_tuple_cost = 1
as $$
begin
  insert into inaam.rollup_change (campaign, hour, figure, label, amount, change)
  select campaign, inaam.rollup_hour(fact.at), fact.figure, fact.label, 0, count(*)
  from added cross join lateral
    inaam.rollup_of_message(kind, state, owed_at, sent_at, ended_at, reason) as fact
  group by 1, 2, 3, 4
  union all
  select added.campaign, '1970-01-01T00:00:00+05:30', 'waiting', added.state, found.amount, count(*)
  from added cross join lateral (
    select amount from inaam.reward
    where reward.campaign = added.campaign and reward.pseudonym = added.pseudonym limit 1) as found
  where added.kind = 'voucher' and added.state in ('owed', 'assigned')
  group by 1, 4, 5;
  return null;
end
$$;
create or replace trigger new_messages_are_counted after insert on inaam.message
  referencing new table as added
  for each statement execute function inaam.count_new_messages();

-- What a message counted for before is taken back, so that each is counted once, where it is now.
create or replace function inaam.count_message_changes() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_bitmapscan = off set enable_material = off set cpu_tuple_cost = 1
as $$
begin
  insert into inaam.rollup_change (campaign, hour, figure, label, amount, change)
  select campaign, inaam.rollup_hour(fact.at), fact.figure, fact.label, 0, sum(sign)
  from (
    select 1 as sign, campaign, kind, state, owed_at, sent_at, ended_at, reason from changed
    union all
    select -1, campaign, kind, state, owed_at, sent_at, ended_at, reason from former) as message
  cross join lateral
    inaam.rollup_of_message(kind, state, owed_at, sent_at, ended_at, reason) as fact
  group by 1, 2, 3, 4 having sum(sign) <> 0
  union all
  select moved.campaign, '1970-01-01T00:00:00+05:30', 'waiting', moved.state, found.amount, sum(sign)
  from (
    select sum(sign) as sign, campaign, pseudonym, state
    from (
      select 1 as sign, campaign, pseudonym, state from changed
      where kind = 'voucher' and state in ('owed', 'assigned')
      union all
      select -1, campaign, pseudonym, state from former
      where kind = 'voucher' and state in ('owed', 'assigned')) as waiting
    group by campaign, pseudonym, state having sum(sign) <> 0) as moved
  cross join lateral (
    select amount from inaam.reward
    where reward.campaign = moved.campaign and reward.pseudonym = moved.pseudonym limit 1) as found
  group by 1, 4, 5 having sum(sign) <> 0;
  return null;
end
$$;
create or replace trigger message_changes_are_counted after update on inaam.message
  referencing old table as former new table as changed
  for each statement execute function inaam.count_message_changes();

create or replace function inaam.count_attempts() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_bitmapscan = off set enable_material = off set cpu_tuple_cost = 1
as $$
begin
  insert into inaam.rollup_change (campaign, hour, figure, label, amount, change)
  select found.campaign, inaam.rollup_hour(added.at), 'accepted', found.kind, 0, count(*)
  from added cross join lateral (
    select campaign, kind from inaam.message where message.id = added.message_id limit 1) as found
  where added.outcome = 'accepted' group by 1, 2, 4;
  return null;
end
$$;
create or replace trigger attempts_are_counted after insert on inaam.delivery
  referencing new table as added
  for each statement execute function inaam.count_attempts();

create or replace function inaam.count_new_vouchers() returns trigger language plpgsql
set datestyle = 'ISO, YMD' as $$
begin
  insert into inaam.rollup_change (campaign, hour, figure, label, amount, change)
  select campaign, '1970-01-01T00:00:00+05:30', 'free', expires_on::text, amount, count(*)
  from added where pseudonym is null and withdrawn_at is null group by 1, 4, 5;
  return null;
end
$$;
create or replace trigger new_vouchers_are_counted after insert on inaam.voucher
  referencing new table as added
  for each statement execute function inaam.count_new_vouchers();

create or replace function inaam.count_voucher_changes() returns trigger language plpgsql
set datestyle = 'ISO, YMD' as $$
begin
  insert into inaam.rollup_change (campaign, hour, figure, label, amount, change)
  select campaign, '1970-01-01T00:00:00+05:30', 'free', expires_on::text, amount, sum(sign)
  from (
    select 1 as sign, campaign, expires_on, amount from changed
    where pseudonym is null and withdrawn_at is null
    union all
    select -1, campaign, expires_on, amount from former
    where pseudonym is null and withdrawn_at is null) as voucher
  group by 1, 4, 5 having sum(sign) <> 0;
  return null;
end
$$;
create or replace trigger voucher_changes_are_counted after update on inaam.voucher
  referencing old table as former new table as changed
  for each statement execute function inaam.count_voucher_changes();
