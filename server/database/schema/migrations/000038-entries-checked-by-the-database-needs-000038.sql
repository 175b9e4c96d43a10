-- A program that may append to the ledger can append only what continues the chain and says what
-- participants and rewards say. Deck, budget and admissions change only by triggers that act as the
-- owner, with the rows that they belong to: no program may write them.

create or replace function inaam.refuse_after_reveal() returns trigger language plpgsql
set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from inaam.reveal where campaign = any (array(select distinct campaign from added))) then
    raise exception using errcode = 'check_violation', constraint = 'nothing_after_the_reveal',
      message = 'the ledger is closed since the reveal';
  end if;
  -- The head's trigger then checks all entries between the old head and the new one.
  if exists (
    select from added left join inaam.head using (campaign)
    where head.next_ledger is null or added.number >= head.next_ledger) then
    raise exception using errcode = 'check_violation', constraint = 'entries_move_the_head',
      message = 'an entry of the ledger is written in one statement with the head';
  end if;
  return null;
end
$$;

create function inaam.check_entries() returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_bitmapscan = off set enable_material = off set cpu_tuple_cost = 1
as $$
declare
  entry record;
  said jsonb;
  next_ledger bigint := old.next_ledger;
  next_draw bigint := old.next_draw;
  last_hash bytea := old.last_hash;
  is_true boolean;
begin
  for entry in
    select ledger.number, ledger.kind, ledger.pseudonym, ledger.content, ledger.hash from inaam.ledger
    where ledger.campaign = new.campaign and ledger.number >= old.next_ledger and ledger.number < new.next_ledger
    order by ledger.number
  loop
    last_hash := sha256(last_hash || convert_to(entry.content, 'UTF8'));
    said := entry.content::jsonb;
    if entry.number <> next_ledger or entry.hash <> last_hash
      or said ->> 'campaign' is distinct from new.campaign
      or (said -> 'number')::bigint is distinct from entry.number
      or said ->> 'kind' is distinct from entry.kind
      or said ->> 'pseudonym' is distinct from encode(entry.pseudonym, 'hex') then
      raise exception using errcode = 'check_violation', constraint = 'ledger_is_a_chain',
        message = format('entry %s of the ledger does not continue it', next_ledger);
    end if;
    next_ledger := next_ledger + 1;
    if entry.kind = 'verified' then
      select said ->> 'state' is not distinct from state and said ->> 'promise' is not distinct from promise
        and (said -> 'draw')::bigint is not distinct from draw_number
        and (draw_number is null or draw_number = next_draw)
      into is_true from inaam.participant
      where participant.campaign = new.campaign and participant.pseudonym = entry.pseudonym;
      if said ->> 'promise' = 'chance' then
        next_draw := next_draw + 1;
      end if;
    elsif entry.kind = 'granted' then
      select said ->> 'reward' is not distinct from reward.kind and (said -> 'amount')::integer is not distinct from amount
        and (reward.kind <> 'chance' or ((said -> 'draw')::bigint, (said -> 'block')::integer)
          is not distinct from (draw_number, block))
      into is_true from inaam.reward
      where reward.campaign = new.campaign and reward.pseudonym = entry.pseudonym;
    else
      select amendment.content = entry.content and amendment.hash = entry.hash
      into is_true from inaam.amendment
      where amendment.campaign = new.campaign and amendment.number = entry.number;
    end if;
    if is_true is not true then
      raise exception using errcode = 'check_violation', constraint = 'ledger_says_what_is',
        message = format('entry %s of the ledger does not say what was written', entry.number);
    end if;
  end loop;
  if (next_ledger, last_hash, next_draw) is distinct from (new.next_ledger, new.last_hash, new.next_draw) then
    raise exception using errcode = 'check_violation', constraint = 'head_is_the_end',
      message = 'the head is not the end of the ledger';
  end if;
  return null;
end
$$;
create trigger head_moves_with_entries after update of next_ledger, last_hash, next_draw on inaam.head
  for each row execute function inaam.check_entries();

-- One statement, so that entry and head are checked together.
create or replace function inaam.amend() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  committed inaam.head;
  changed bigint;
begin
  select * into strict committed from inaam.head where campaign = new.campaign for update;
  if committed.next_ledger <> new.number then
    raise exception 'an amendment is the next entry of the ledger';
  end if;
  with entry as (
    insert into inaam.ledger (campaign, number, kind, content, hash)
    values (new.campaign, new.number, 'amended', new.content, new.hash))
  update inaam.head set next_ledger = new.number + 1, last_hash = new.hash,
    blocks = committed.blocks + new.blocks, last_day = new.last_day
  where campaign = new.campaign;
  insert into inaam.deck (campaign, block, remaining)
  select new.campaign, block, committed.cards
  from generate_series(committed.blocks, committed.blocks + new.blocks - 1) as block;
  update inaam.budget set planned = planned + gain.added, remaining = remaining + gain.added
  from unnest(new.pools, new.added) as gain (pool, added)
  where budget.campaign = new.campaign and budget.pool = gain.pool;
  get diagnostics changed = row_count;
  if changed <> cardinality(new.pools) then
    raise exception 'an amendment adds to pools that were committed to';
  end if;
  update inaam.admission set capacity = capacity + gain.added
  from (
    select case when pool like 'chance:%' then 'chance' else pool end as pool, sum(added) as added
    from unnest(new.pools, new.added) as gain (pool, added) group by 1) as gain
  where admission.campaign = new.campaign and admission.pool = gain.pool;
  return null;
end
$$;

create or replace function inaam.keep_for_promises() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_bitmapscan = off set enable_material = off set cpu_tuple_cost = 1
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

create or replace function inaam.pay_from_budget() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp
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
-- `tg_argv`: the kind of the entry. Without it a reward would be paid that nobody could recompute.
create function inaam.refuse_unrecorded() returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_bitmapscan = off set enable_material = off set cpu_tuple_cost = 1
as $$
begin
  if exists (
    select from added where not exists (
      select from inaam.ledger
      where ledger.campaign = added.campaign and ledger.pseudonym = added.pseudonym and ledger.kind = tg_argv[0])) then
    raise exception using errcode = 'check_violation', constraint = 'recorded_in_the_ledger',
      message = format('inaam.%s is written in one statement with the ledger', tg_table_name);
  end if;
  return null;
end
$$;
create trigger participant_is_recorded after insert on inaam.participant
  referencing new table as added
  for each statement execute function inaam.refuse_unrecorded('verified');
create trigger reward_is_recorded after insert on inaam.reward
  referencing new table as added
  for each statement execute function inaam.refuse_unrecorded('granted');

-- Otherwise anybody could make them triggers of a table of their own.
revoke execute on function inaam.keep_for_promises() from public;
revoke execute on function inaam.pay_from_budget() from public;
