-- Locks the head if a mobile may take part anew, then the newest participations. No row: a head is
-- needed, and there is none.
create or replace function inaam.lock_participations(
  campaign_id text, mobile_indexes bytea[],
  -- When the day of each began in India, and how often a number may take part.
  day_starts timestamptz[], claims_max integer)
returns table (
  -- Of the newest participation of each mobile, null if there is none.
  pseudonyms bytea[], states text[], promises text[], draw_numbers bigint[], promised_pools text[],
  are_blocked boolean[], rewarded_at timestamptz[], are_asked boolean[], claims integer[], claims_of_day integer[],
  -- Null if the head is not locked, as all that follows.
  next_ledger bigint, last_hash bytea, next_draw bigint, cards integer[], blocks integer, last_day text,
  -- The fixed rewards and the reserve: what is neither granted nor promised.
  pools text[], pool_kinds text[], pool_amounts integer[], pools_free bigint[],
  -- How many participants each limited pool can still admit; null if none is limited.
  admissions text[], admissions_free bigint[])
language plpgsql as $$
#variable_conflict use_column
declare
  is_open boolean;
begin
  loop
    select array_agg(newest.pseudonym order by place), bool_or(
      newest.pseudonym is null or newest.claim < claims_max and exists (
        select from inaam.reward
        where reward.campaign = campaign_id and reward.pseudonym = newest.pseudonym))
    into pseudonyms, is_open
    from unnest(mobile_indexes) with ordinality as item (mobile_index, place)
    left join lateral (
      select participation.pseudonym, participation.claim from inaam.participation
      where campaign = campaign_id and participation.mobile_index = item.mobile_index
      order by participation.claim desc limit 1) as newest on true;
    -- The second time under the head's lock: nobody may be admitted twice.
    exit when next_ledger is not null or not is_open;
    select head.next_ledger, head.last_hash, head.next_draw, head.cards, head.blocks,
      head.last_day::text
    into next_ledger, last_hash, next_draw, cards, blocks, last_day
    from inaam.head where campaign = campaign_id for update;
    if not found then
      return;
    end if;
    select array_agg(pool), array_agg(kind), array_agg(amount), array_agg(remaining - promised)
    into pools, pool_kinds, pool_amounts, pools_free
    from inaam.budget where campaign = campaign_id and kind in ('fixed', 'reserve');
    select array_agg(pool), array_agg(capacity - admitted) into admissions, admissions_free
    from inaam.admission where campaign = campaign_id;
  end loop;

  select array_agg(state order by place), array_agg(promise order by place),
    array_agg(draw_number order by place), array_agg(promised_pool order by place)
  into states, promises, draw_numbers, promised_pools
  from (
    select * from unnest(pseudonyms) with ordinality as item (pseudonym, place)
    order by pseudonym) as item
  left join lateral (
    select state, promise, draw_number, promised_pool from inaam.participation
    where campaign = campaign_id and participation.pseudonym = item.pseudonym
    for no key update) as participation on true;
  select status.are_blocked, status.rewarded_at, status.are_asked
  into are_blocked, rewarded_at, are_asked
  from inaam.read_mobile_statuses(campaign_id, mobile_indexes) as status;
  select counted.claims, counted.claims_of_day into claims, claims_of_day
  from inaam.count_claims(campaign_id, mobile_indexes, day_starts) as counted;
  return next;
end
$$;

-- Acts as the owner, as `pay_from_budget`: deck, budget and admissions change only with the rows
-- that they belong to, and no program may write them.
create or replace function inaam.keep_for_promises() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update inaam.budget set promised = promised + kept.count
  from (
    select campaign, promised_pool, count(*) from added
    where promised_pool is not null group by campaign, promised_pool) as kept
  where budget.campaign = kept.campaign and budget.pool = kept.promised_pool;
  update inaam.admission set admitted = admitted + enrolled.count
  from (
    select campaign, case promise when 'chance' then 'chance' else promised_pool end as pool, count(*)
    from added group by 1, 2) as enrolled
  where admission.campaign = enrolled.campaign and admission.pool = enrolled.pool;
  return null;
end
$$;
create or replace trigger promise_is_kept after insert on inaam.participation
  referencing new table as added
  for each statement execute function inaam.keep_for_promises();

-- Locks the head, which orders everything that changes promises, rewards and budget. No row: there
-- is no head.
create or replace function inaam.lock_draw(campaign_id text, claimants bytea[])
returns table (
  next_ledger bigint, last_hash bytea, amounts integer[], cards integer[], blocks integer,
  revealed_at timestamptz, paused_at timestamptz, last_day text,
  -- In the order of the claimants: the state and the promise, null if the participant is not known;
  -- the amount, null if there is no reward yet.
  states text[], promises text[], draw_numbers bigint[], promised_pools text[], granted integer[],
  -- Of the pools that have no cards: what is neither granted nor promised.
  pools text[], pool_kinds text[], pool_amounts integer[], pools_free bigint[])
language plpgsql as $$
#variable_conflict use_column
begin
  select head.next_ledger, head.last_hash, head.amounts, head.cards, head.blocks, head.revealed_at,
    head.paused_at, head.last_day::text
  into next_ledger, last_hash, amounts, cards, blocks, revealed_at, paused_at, last_day
  from inaam.head where campaign = campaign_id for update;
  if not found then
    return;
  end if;

  select array_agg(participation.state order by place), array_agg(participation.promise order by place),
    array_agg(participation.draw_number order by place), array_agg(participation.promised_pool order by place),
    array_agg(amount order by place)
  into states, promises, draw_numbers, promised_pools, granted
  from (
    select place, pseudonym,
      (select amount from inaam.reward
       where campaign = campaign_id and reward.pseudonym = claimant.pseudonym and not is_bonus) as amount
    from unnest(claimants) with ordinality as claimant (pseudonym, place)) as claimant
  left join lateral (
    select state, promise, draw_number, promised_pool from inaam.participation
    where campaign = campaign_id and participation.pseudonym = claimant.pseudonym limit 1) as participation on true;

  -- Not locked: budget rows change with promises and rewards only, and those under this lock.
  select array_agg(pool), array_agg(kind), array_agg(amount), array_agg(remaining - promised)
  into pools, pool_kinds, pool_amounts, pools_free
  from inaam.budget where campaign = campaign_id and kind <> 'chance';
  return next;
end
$$;

-- Counts what is granted, and refuses what no bug may grant: chance where it is forbidden, and
-- another card or pool than was promised. A law applies between two dates, for which a foreign key
-- would need a row for each state and day. Laws are append-only, and no program may change the state
-- or the promise of a participant.
create or replace function inaam.pay_from_budget() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp
as $$
declare
  forbidden text;
  is_other boolean;
begin
  select
    max(state) filter (where kind = 'chance' and exists (
      select from inaam.law
      where law.campaign = added.campaign and law.state = participation.state and law.is_chance_forbidden
        and added.day between law.from_day and coalesce(law.until_day, 'infinity'))),
    bool_or((kind = 'chance' and added.draw_number is distinct from participation.draw_number)
      or (promised_pool <> added.pool and not is_bonus))
  into forbidden, is_other
  from added
  cross join lateral (
    select state, draw_number, promised_pool from inaam.participation
    where participation.campaign = added.campaign and participation.pseudonym = added.pseudonym
    limit 1) as participation;
  if forbidden is not null then
    raise exception using errcode = 'check_violation', constraint = 'no_chance_where_forbidden',
      message = format('a reward by chance is forbidden in %s', forbidden);
  end if;
  if is_other then
    raise exception using errcode = 'check_violation', constraint = 'what_was_promised',
      message = 'a reward is what was promised';
  end if;
  update inaam.budget set granted = granted + paid, remaining = remaining - paid, promised = promised - kept
  from (
    -- The place of a bonus was kept for its question.
    select campaign, added.pool, count(*) as paid,
      count(*) filter (where is_bonus or promised_pool is not null) as kept
    from added
    cross join lateral (
      select promised_pool from inaam.participation
      where participation.campaign = added.campaign and participation.pseudonym = added.pseudonym
      limit 1) as participation
    group by campaign, added.pool) as change
  where budget.campaign = change.campaign and budget.pool = change.pool;
  update inaam.deck set remaining = array(
    select left_in - (
      select count(*) from added
      where added.campaign = deck.campaign and added.block = deck.block and added.amount = card.amount)::integer
    from unnest(deck.remaining, head.amounts) with ordinality as card (left_in, amount, place)
    order by place)
  from (select distinct campaign, block from added where block is not null) as drawn
  join inaam.head using (campaign)
  where deck.campaign = drawn.campaign and deck.block = drawn.block;
  return null;
end
$$;
create or replace trigger reward_is_paid after insert on inaam.reward
  referencing new table as added
  for each statement execute function inaam.pay_from_budget();
