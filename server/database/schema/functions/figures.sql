-- The hour of a fact. India has had one offset since 1945.
create or replace function inaam.rollup_hour(at timestamptz) returns timestamptz language sql stable
return date_trunc('hour', at, 'Asia/Kolkata');

-- Seconds, by powers of the fourth root of two from a tenth of a second on (today-durations.ts).
create or replace function inaam.rollup_bucket(seconds numeric) returns text language sql immutable
return least(104, greatest(0, ceil(4 * ln(greatest(seconds, 0.1)::double precision * 10) / ln(2))))::integer::text;

-- A value of a link, which is other people's text: without invisible characters and those that turn
-- text around, so that two that look alike are one.
create or replace function inaam.figure_label(value text) returns text language sql immutable
return left(coalesce(nullif(trim(regexp_replace(value,
  '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ue000-\uf8ff\ufeff\ufff9-\uffff\U000e0000-\U0010ffff]',
  '', 'g')), ''), '(none)'), 80);

-- A device comes from where its first visit does; a person from where the device does that requested
-- the last code before the verification.
create or replace function inaam.figure_origin(of_campaign text, of_device text, person bytea)
returns table (source text, shop text, language text, state text) language sql stable
begin atomic
  select coalesce(first.source, '(unknown)'), coalesce(first.shop, '(unknown)'),
    coalesce(first.language, '(unknown)'), participation.state
  from (values (1)) as one
  left join lateral (
    select owner.state, (
      select message.user_key from inaam.message
      where message.mobile_index = owner.mobile_index and message.campaign = of_campaign
        and message.kind = 'otp' and message.owed_at <= owner.verified_at
      order by message.owed_at desc limit 1) as device
    from inaam.participation as owner
    where owner.campaign = of_campaign and owner.pseudonym = person limit 1) as participation on true
  left join lateral (
    select inaam.figure_label(visit.query ->> 'utm_campaign') as source,
      inaam.figure_label(visit.query ->> 'id') as shop, visit.language
    from inaam.visit
    where visit.campaign = of_campaign and visit.user_key = coalesce(of_device, participation.device)
    order by visit.at limit 1) as first on true;
end;

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

-- Notes by how much a message counts more or less than before, for the case that it is counted
-- already. No call of a shopper changes a message: `deliver` records what became of it, and
-- operators send it again or settle it. Acts as the owner, so that no role can write notes.
create or replace function inaam.note_message_change() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into inaam.figure_change (written, campaign, hour, figure, label, change, pseudonym)
  select new.written, new.campaign, inaam.rollup_hour(fact.at), fact.figure, fact.label, sum(fact.change),
    new.pseudonym
  from (
    select 1 as change, fact.* from inaam.rollup_of_message(
      new.kind, new.state, new.owed_at, new.sent_at, new.ended_at, new.reason) as fact
    union all
    select -1, fact.* from inaam.rollup_of_message(
      old.kind, old.state, old.owed_at, old.sent_at, old.ended_at, old.reason) as fact) as fact
  group by 3, 4, 5 having sum(fact.change) <> 0;
  return null;
end
$$;
create or replace trigger message_change_is_noted after update on inaam.message
  for each row when (
    (old.owed_at, old.sent_at, old.ended_at) is distinct from (new.owed_at, new.sent_at, new.ended_at)
    or (old.state, old.reason) is distinct from (new.state, new.reason)
      and not (old.state in ('owed', 'assigned') and new.state in ('owed', 'assigned')))
  execute function inaam.note_message_change();

-- What is counted happened now: no program moves figures to other days. `tg_argv`: the column of the
-- time.
create or replace function inaam.refuse_other_days() returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  is_other boolean;
begin
  execute format('select exists (
    select from added join inaam.head using (campaign)
    where not has_own_clock and %I not between now() - interval ''1 day'' and now() + interval ''1 day'')',
    tg_argv[0]) into is_other;
  if is_other then
    raise exception using errcode = 'check_violation', constraint = 'facts_are_of_now',
      message = format('a row of inaam.%s is of another day', tg_table_name);
  end if;
  return null;
end
$$;
create or replace trigger visit_is_of_now after insert on inaam.visit
  referencing new table as added
  for each statement execute function inaam.refuse_other_days('at');
create or replace trigger message_is_of_now after insert on inaam.message
  referencing new table as added
  for each statement execute function inaam.refuse_other_days('owed_at');
