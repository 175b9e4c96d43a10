-- Rewards, the ledger of all verifications and grants, and amendments.

-- At most one reward per participant. A fixed reward has no draw number, so a state where chance is
-- forbidden cannot take part in the draw. `day` is the day in India by the campaign's clock; kind
-- and amount are those of the pool.
create table inaam.reward (
  campaign text not null,
  pseudonym bytea not null,
  amount integer not null check (amount >= 1),
  kind text not null check (kind in ('fixed', 'chance', 'reserve')),
  draw_number bigint check (draw_number >= 0),
  block integer check (block >= 0),
  granted_at timestamptz not null,
  day date not null,
  pool text not null,
  primary key (campaign, pseudonym),
  foreign key (campaign, pseudonym) references inaam.participant,
  foreign key (campaign, block) references inaam.deck,
  foreign key (campaign, pool, kind, amount) references inaam.budget (campaign, pool, kind, amount),
  check ((kind = 'chance') = (draw_number is not null) and (kind = 'chance') = (block is not null))
);
create unique index one_reward_per_draw_number on inaam.reward (campaign, draw_number)
  where draw_number is not null;
create trigger reward_is_append_only before update or delete or truncate on inaam.reward
  for each statement execute function inaam.refuse_any_change();

-- A trigger instead of a foreign key: a law applies between two dates, and a key would need a row
-- for each state and day. What it reads cannot change concurrently: laws are append-only, and the
-- state and the promise of a participant are frozen.
create function inaam.pay_from_budget() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1
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
create trigger reward_is_paid after insert on inaam.reward
  referencing new table as added
  for each statement execute function inaam.pay_from_budget();

-- Verifications, grants and amendments in order, each entry chained to the one before by its hash.
create table inaam.ledger (
  campaign text not null,
  number bigint not null check (number >= 0),
  kind text not null check (kind in ('verified', 'granted', 'amended')),
  pseudonym bytea,
  content text not null,
  hash bytea not null check (octet_length(hash) = 32),
  primary key (campaign, number),
  unique (campaign, pseudonym, kind),
  constraint ledger_pseudonym_check check ((kind = 'amended') = (pseudonym is null))
);
create trigger ledger_is_append_only before update or delete or truncate on inaam.ledger
  for each statement execute function inaam.refuse_any_change();
create function inaam.refuse_after_reveal() returns trigger language plpgsql as $$
begin
  if exists (select from added join inaam.head using (campaign) where head.revealed_at is not null) then
    raise exception using errcode = 'check_violation', constraint = 'nothing_after_the_reveal',
      message = 'the ledger is closed since the reveal';
  end if;
  return null;
end
$$;
create trigger ledger_ends_with_reveal after insert on inaam.ledger
  referencing new table as added
  for each statement execute function inaam.refuse_after_reveal();

-- Locks the head, which orders everything that changes promises, rewards and budget. No row: there
-- is no head.
create function inaam.lock_draw(campaign_id text, claimants bytea[])
returns table (
  next_ledger bigint, last_hash bytea, amounts integer[], cards integer[], blocks integer,
  revealed_at timestamptz, paused_at timestamptz, last_day text,
  -- In the order of the claimants: the state and the promise, null if the participant is not known;
  -- the amount, null if there is no reward yet.
  states text[], promises text[], draw_numbers bigint[], promised_pools text[], granted integer[],
  -- The fixed rewards and the reserve: what is neither granted nor promised.
  pools text[], pool_kinds text[], pool_amounts integer[], pools_free bigint[])
language plpgsql set enable_seqscan = off as $$
#variable_conflict use_column
begin
  select head.next_ledger, head.last_hash, head.amounts, head.cards, head.blocks, head.revealed_at,
    head.paused_at, head.last_day::text
  into next_ledger, last_hash, amounts, cards, blocks, revealed_at, paused_at, last_day
  from inaam.head where campaign = campaign_id for update;
  if not found then
    return;
  end if;

  select array_agg(participant.state order by place), array_agg(participant.promise order by place),
    array_agg(participant.draw_number order by place), array_agg(participant.promised_pool order by place),
    array_agg(amount order by place)
  into states, promises, draw_numbers, promised_pools, granted
  from (
    select place, pseudonym,
      (select amount from inaam.reward
       where campaign = campaign_id and reward.pseudonym = claimant.pseudonym) as amount
    from unnest(claimants) with ordinality as claimant (pseudonym, place)) as claimant
  left join lateral (
    select state, promise, draw_number, promised_pool from inaam.participant
    where campaign = campaign_id and participant.pseudonym = claimant.pseudonym limit 1) as participant on true;

  -- Not locked: budget rows change with promises and rewards only, and those under this lock.
  select array_agg(pool), array_agg(kind), array_agg(amount), array_agg(remaining - promised)
  into pools, pool_kinds, pool_amounts, pools_free
  from inaam.budget where campaign = campaign_id and kind <> 'chance';
  return next;
end
$$;

-- Adds to deck, reserve and fixed rewards, or moves the last day
-- (docs/decisions/0031-amendments.md). `number`, `content` and `hash` are those of the ledger's
-- entry. `pools` and `added`: how much each pool of the budget gains.
create table inaam.amendment (
  campaign text not null references inaam.commitment,
  number bigint not null,
  content text not null,
  hash bytea not null check (octet_length(hash) = 32),
  at timestamptz not null,
  blocks integer not null check (blocks >= 0),
  last_day date not null,
  pools text[] not null,
  added bigint[] not null check (0 <= all (added)),
  primary key (campaign, number),
  check (cardinality(pools) = cardinality(added))
);
create trigger amendment_is_append_only before update or delete or truncate on inaam.amendment
  for each statement execute function inaam.refuse_any_change();

-- Acts as the owner: who may insert an amendment may change head, deck and budget in no other way.
create function inaam.amend() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  committed inaam.head;
  changed bigint;
begin
  select * into strict committed from inaam.head where campaign = new.campaign for update;
  if committed.next_ledger <> new.number then
    raise exception 'an amendment is the next entry of the ledger';
  end if;
  insert into inaam.ledger (campaign, number, kind, content, hash)
  values (new.campaign, new.number, 'amended', new.content, new.hash);
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
-- Otherwise anybody could make it a trigger of a table of their own.
revoke execute on function inaam.amend() from public;
create trigger amendment_is_applied after insert on inaam.amendment
  for each row execute function inaam.amend();
