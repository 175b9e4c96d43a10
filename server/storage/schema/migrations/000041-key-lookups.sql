-- As before, but each row is looked up by its whole key: a join could begin with all
-- rewards, or with all participants.
create or replace function inaam.assign_vouchers(of_campaign text, ids uuid[], at timestamptz, valid_until date)
returns table (
  id uuid, state text, resends integer, pseudonym bytea, amount integer, mobile_sealed bytea,
  code_index bytea, code_sealed bytea, assigned_at timestamptz)
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  -- Of two workers on one message the second waits here, then finds the first one's code. Who holds
  -- it locks it, too: either the hold is seen below, or it sees that the voucher is on its way.
  perform from inaam.message where message.id = any (ids) order by message.id for no key update;

  update inaam.review_hold set has_job = false
  from inaam.message
  where message.id = any (ids) and review_hold.campaign = of_campaign
    and review_hold.pseudonym = message.pseudonym and review_hold.state = 'held' and has_job;

  -- Pairs free codes and rewards in order. Codes that another transaction has locked are skipped.
  with known as materialized (
    select * from inaam.message where message.id = any (ids)
      and not exists (
        select from inaam.review_hold as hold
        where hold.campaign = of_campaign and hold.pseudonym = message.pseudonym and hold.state = 'held')),
  due as materialized (
    select reward.amount, known.pseudonym,
      row_number() over (partition by reward.amount order by known.id) as place
    from known
    cross join lateral (
      select amount from inaam.reward
      where reward.campaign = of_campaign and reward.pseudonym = known.pseudonym limit 1) as reward
    cross join lateral (
      select from inaam.personal_data
      where personal_data.campaign = of_campaign and personal_data.pseudonym = known.pseudonym
      limit 1) as person
    left join lateral (
      select code_index from inaam.voucher
      where voucher.campaign = of_campaign and voucher.pseudonym = known.pseudonym
      limit 1) as voucher on true
    where known.campaign = of_campaign and known.kind = 'voucher'
      and known.state in ('owed', 'assigned') and voucher.code_index is null),
  free as materialized (
    select demand.amount, code.code_index
    from (select amount, count(*) as codes from due group by amount) as demand
    cross join lateral (
      select voucher.code_index from inaam.voucher
      where voucher.campaign = of_campaign and voucher.amount = demand.amount
        and voucher.pseudonym is null and voucher.withdrawn_at is null
        and voucher.expires_on >= valid_until
      order by voucher.expires_on, voucher.code_index limit demand.codes for update skip locked) as code),
  placed as (
    select amount, code_index, row_number() over (partition by amount order by code_index) as place
    from free)
  update inaam.voucher set pseudonym = due.pseudonym, assigned_at = at
  from placed join due using (amount, place)
  where voucher.campaign = of_campaign and voucher.code_index = placed.code_index;

  with known as materialized (
    select * from inaam.message where message.id = any (ids)
      and not exists (
        select from inaam.review_hold as hold
        where hold.campaign = of_campaign and hold.pseudonym = message.pseudonym and hold.state = 'held')),
  paid as materialized (
    select known.id from known
    cross join lateral (
      select from inaam.voucher
      where voucher.campaign = of_campaign and voucher.pseudonym = known.pseudonym limit 1) as voucher
    cross join lateral (
      select from inaam.personal_data
      where personal_data.campaign = of_campaign and personal_data.pseudonym = known.pseudonym
      limit 1) as person
    where known.campaign = of_campaign and known.state in ('owed', 'assigned'))
  update inaam.message set state = 'assigned', sending_since = at from paid where message.id = paid.id;

  return query
    with known as materialized (
      select * from inaam.message where message.id = any (ids))
    select known.id,
      case when hold.state = 'held' and known.state in ('owed', 'assigned') then 'held' else known.state end,
      known.resends, known.pseudonym, reward.amount, person.mobile_sealed,
      voucher.code_index, voucher.code_sealed, voucher.assigned_at
    from known
    cross join lateral (
      select amount from inaam.reward
      where reward.campaign = of_campaign and reward.pseudonym = known.pseudonym limit 1) as reward
    left join lateral (
      select mobile_sealed from inaam.personal_data
      where personal_data.campaign = of_campaign and personal_data.pseudonym = known.pseudonym
      limit 1) as person on true
    left join lateral (
      select code_index, code_sealed, assigned_at from inaam.voucher
      where voucher.campaign = of_campaign and voucher.pseudonym = known.pseudonym
      limit 1) as voucher on true
    left join lateral (
      select state from inaam.review_hold
      where review_hold.campaign = of_campaign and review_hold.pseudonym = known.pseudonym
      limit 1) as hold on true
    where known.campaign = of_campaign and known.kind = 'voucher';
end
$$;

create or replace function inaam.pay_from_budget() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
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
  if exists (select from added join inaam.head using (campaign) where head.revealed_at is not null) then
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

-- Functions that look up rows by their keys do so by index scans of the whole key, in the order of
-- the index, also by plans from when the tables were small.
alter function inaam.add_review_traces(text, bytea[], text[], bytea[], timestamptz[], integer)
  set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1;
alter function inaam.assign_vouchers(text, uuid[], timestamptz, date)
  set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1;
alter function inaam.count_attempts()
  set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1;
alter function inaam.count_message_changes()
  set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1;
alter function inaam.count_new_messages()
  set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1;
alter function inaam.count_rewards()
  set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1;
alter function inaam.end_processing(text, bytea, bytea, text[], timestamptz)
  set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1;
alter function inaam.erase_or_withdraw(text, bytea, timestamptz, text)
  set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1;
alter function inaam.erase_proven(text, text, bytea, bytea, timestamptz, boolean)
  set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1;
alter function inaam.erase_withdrawn(text, timestamptz)
  set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1;
alter function inaam.forget_reviewed()
  set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1;
alter function inaam.keep_for_promises()
  set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1;
alter function inaam.note_granted()
  set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1;
alter function inaam.note_verified()
  set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1;
alter function inaam.note_voucher_state()
  set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1;
alter function inaam.pay_from_budget()
  set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1;
