-- Measures one verified person by each rule: adds the traces and counts, of each, all with the same
-- source since an hour, a day and a week before, the own one included. One process at a time, so
-- that of two at once the later one sees the first.
create or replace function inaam.add_review_traces(
  of_campaign text, pseudonyms bytea[], rules text[], sources bytea[], times timestamptz[], most integer)
returns table (place bigint, in_hour bigint, in_day bigint, in_week bigint)
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(hashtext('inaam review'), hashtext(of_campaign));
  insert into inaam.review_trace (campaign, rule, source, at, pseudonym)
  select of_campaign, item.rule, item.source, item.at, item.pseudonym
  from unnest(pseudonyms, rules, sources, times) as item (pseudonym, rule, source, at)
  on conflict do nothing;
  return query
    select item.place,
      count(*) filter (where trace.at > item.at - interval '1 hour'),
      count(*) filter (where trace.at > item.at - interval '1 day'),
      count(*)
    from unnest(rules, sources, times) with ordinality as item (rule, source, at, place)
    cross join lateral (
      select review_trace.at from inaam.review_trace
      where review_trace.campaign = of_campaign and review_trace.rule = item.rule
        and review_trace.source = item.source and review_trace.at > item.at - interval '7 days'
      order by review_trace.at desc limit most) as trace
    group by item.place;
end
$$;

-- What is decided about a voucher is about that of its bonus too.
create or replace function inaam.decide_about_bonus() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp
as $$
declare
  bonus bytea;
begin
  select pseudonym into bonus from inaam.participant
  where campaign = new.campaign and bonus_of = new.pseudonym;
  if bonus is null then
    return null;
  end if;
  insert into inaam.review_hold as known (campaign, pseudonym, state, at, decided_by, why)
  values (new.campaign, bonus, new.state, new.at, new.decided_by, new.why)
  on conflict (campaign, pseudonym) do update
  set state = excluded.state, at = excluded.at, decided_by = excluded.decided_by, why = excluded.why;
  if new.state = 'released' then
    update inaam.message set due_at = greatest(now(), leased_until), attempts = 0
    where campaign = new.campaign and pseudonym = bonus and kind = 'voucher'
      and state in ('owed', 'assigned') and due_at = 'infinity';
  elsif new.state = 'refused' then
    update inaam.message set state = 'settled', ended_at = new.at, reason = 'refused after review',
      try_again = 'no'
    where campaign = new.campaign and pseudonym = bonus and kind = 'voucher'
      and state in ('owed', 'assigned');
  end if;
  return null;
end
$$;
create or replace trigger decision_is_of_bonus_too after insert or update of state on inaam.review_hold
  for each row execute function inaam.decide_about_bonus();

-- A bonus is held as long as the voucher that it belongs to.
create or replace function inaam.hold_bonus() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into inaam.review_hold (campaign, pseudonym, state, at, decided_by, why)
  select new.campaign, new.pseudonym, 'held', at, decided_by, why from inaam.review_hold
  where campaign = new.campaign and pseudonym = new.bonus_of and state in ('held', 'refused');
  return null;
end
$$;
create or replace trigger bonus_is_held_too after insert on inaam.participant
  for each row when (new.bonus_of is not null) execute function inaam.hold_bonus();

-- Whoever is erased, by whichever way, is taken out of every cluster; what was counted stays.
create or replace function inaam.forget_reviewed() returns trigger language plpgsql
as $$
begin
  delete from inaam.review_member using erased
  where review_member.campaign = erased.campaign and review_member.pseudonym = erased.pseudonym;
  update inaam.review_trace set pseudonym = null from erased
  where review_trace.campaign = erased.campaign and review_trace.pseudonym = erased.pseudonym;
  return null;
end
$$;
create or replace trigger reviewed_is_forgotten after delete on inaam.personal_data
  referencing old table as erased
  for each statement execute function inaam.forget_reviewed();
