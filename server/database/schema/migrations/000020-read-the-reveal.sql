-- As in 000006, but whether the draw is revealed is read once per batch, and from the reveal.
-- Whoever writes rewards has locked the head as the reveal does, so a reveal is seen or has to wait.
-- The head changes with each batch: while a dump or a report runs, each read of it passes all its
-- former versions, and it was read for every reward.
create or replace function inaam.pay_from_budget() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_bitmapscan = off set enable_material = off set cpu_tuple_cost = 1
as $$
declare
  forbidden text;
begin
  select law.state into forbidden
  from added
  cross join lateral (
    select state from inaam.participant
    where participant.campaign = added.campaign and participant.pseudonym = added.pseudonym
    limit 1) as participant
  join inaam.law on law.campaign = added.campaign and law.state = participant.state and law.is_chance_forbidden
    and added.day between law.from_day and coalesce(law.until_day, 'infinity')
  where added.kind = 'chance'
  limit 1;
  if found then
    raise exception using errcode = 'check_violation', constraint = 'no_chance_where_forbidden',
      message = format('a reward by chance is forbidden in %s', forbidden);
  end if;
  if exists (select from inaam.reveal where campaign = any (array(select distinct campaign from added))) then
    raise exception using errcode = 'check_violation', constraint = 'nothing_after_the_reveal',
      message = 'nothing is granted after the reveal';
  end if;
  if exists (
    select from added
    cross join lateral (
      select draw_number, promised_pool from inaam.participant
      where participant.campaign = added.campaign and participant.pseudonym = added.pseudonym
      limit 1) as participant
    where (added.kind = 'chance' and added.draw_number is distinct from participant.draw_number)
      or (promised_pool is not null and promised_pool <> added.pool)) then
    raise exception using errcode = 'check_violation', constraint = 'what_was_promised',
      message = 'a reward is what was promised';
  end if;
  update inaam.budget set granted = granted + paid, remaining = remaining - paid, promised = promised - kept
  from (
    select campaign, added.pool, count(*) as paid, count(promised_pool) as kept
    from added
    cross join lateral (
      select promised_pool from inaam.participant
      where participant.campaign = added.campaign and participant.pseudonym = added.pseudonym
      limit 1) as participant
    group by campaign, added.pool) as change
  where budget.campaign = change.campaign and budget.pool = change.pool;
  return null;
end
$$;

create or replace function inaam.refuse_after_reveal() returns trigger language plpgsql as $$
begin
  if exists (select from inaam.reveal where campaign = any (array(select distinct campaign from added))) then
    raise exception using errcode = 'check_violation', constraint = 'nothing_after_the_reveal',
      message = 'the ledger is closed since the reveal';
  end if;
  return null;
end
$$;
