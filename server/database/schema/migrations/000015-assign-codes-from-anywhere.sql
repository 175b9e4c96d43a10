-- As in 000008, but an assignment does not become slower while a dump or a report runs.
create or replace function inaam.assign_vouchers(of_campaign text, ids uuid[], at timestamptz, valid_until date)
returns table (
  id uuid, state text, resends integer, pseudonym bytea, amount integer, mobile_sealed bytea,
  code_index bytea, code_sealed bytea, assigned_at timestamptz)
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1
as $$
#variable_conflict use_column
declare
  anywhere bytea := uuid_send(gen_random_uuid());
begin
  -- Of two workers on one message the second waits here, then finds the first one's code. Who holds
  -- it locks it, too: either the hold is seen below, or it sees that the voucher is on its way.
  perform from inaam.message where message.id = any (ids) order by message.id for no key update;

  update inaam.review_hold set has_job = false
  from inaam.message
  where message.id = any (ids) and review_hold.campaign = of_campaign
    and review_hold.pseudonym = message.pseudonym and review_hold.state = 'held' and has_job;

  -- Pairs free codes and rewards in order. Codes that another transaction has locked are skipped. Of
  -- those that expire first, `first` begins anywhere: from the beginning of the index, each
  -- assignment would pass all former ones, as long as a snapshot older than those is open. It does
  -- not compare `expires_on` by `=`: then an index of all codes would have the wanted order too.
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
  demand as materialized (
    select due.amount, count(*) as codes, (
      select voucher.expires_on from inaam.voucher
      where voucher.campaign = of_campaign and voucher.amount = due.amount
        and voucher.pseudonym is null and voucher.withdrawn_at is null
        and voucher.expires_on >= valid_until
      order by voucher.expires_on, voucher.code_index limit 1) as expires_on
    from due group by due.amount),
  first as materialized (
    select demand.amount, code.code_index
    from demand
    cross join lateral (
      select voucher.code_index from inaam.voucher
      where voucher.campaign = of_campaign and voucher.amount = demand.amount
        and voucher.pseudonym is null and voucher.withdrawn_at is null
        and (voucher.expires_on, voucher.code_index) >= (demand.expires_on, anywhere)
        and voucher.expires_on <= demand.expires_on
      order by voucher.expires_on, voucher.code_index limit demand.codes for update skip locked) as code),
  others as materialized (
    select demand.amount, code.code_index
    from demand
    cross join lateral (
      select voucher.code_index from inaam.voucher
      where voucher.campaign = of_campaign and voucher.amount = demand.amount
        and voucher.pseudonym is null and voucher.withdrawn_at is null
        and voucher.expires_on >= valid_until
        and not (voucher.expires_on = demand.expires_on and voucher.code_index >= anywhere)
      order by voucher.expires_on, voucher.code_index
      limit demand.codes - (select count(*) from first where first.amount = demand.amount)
      for update skip locked) as code),
  free as (select * from first union all select * from others),
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
