-- Verified numbers, and what each was promised at the verification
-- (docs/decisions/0022-bound-at-the-verification.md).

-- `state` is the state of the first verification; it selects the law for the reward. The promise is
-- a draw number, a place in a pool of the budget, or nothing.
create table inaam.participant (
  campaign text not null,
  pseudonym bytea not null check (octet_length(pseudonym) = 16),
  mobile_index bytea not null check (octet_length(mobile_index) = 32),
  state text not null,
  verified_at timestamptz not null,
  details_t bigint not null default 0,
  promise text not null default 'none' check (promise in ('chance', 'fixed', 'reserve', 'none')),
  draw_number bigint check (draw_number >= 0),
  promised_pool text,
  primary key (campaign, pseudonym),
  foreign key (campaign, promised_pool) references inaam.budget,
  check ((promise = 'chance') = (draw_number is not null)),
  check ((promise in ('fixed', 'reserve')) = (promised_pool is not null))
);
-- Both have a condition, even where it is always true, so that only a look-up that implies it can
-- use the index. If a vacuum has recorded a table as empty, all its indexes that begin with the
-- campaign cost the same and the newest one wins: a look-up by pseudonym would read all draw
-- numbers.
create unique index one_participant_per_draw_number on inaam.participant (campaign, draw_number)
  where draw_number is not null;
create unique index one_participant_per_mobile on inaam.participant (campaign, mobile_index)
  where mobile_index is not null;

create function inaam.refuse_another_state() returns trigger language plpgsql as $$
begin
  raise exception 'the state and the promise of a participant are frozen';
end
$$;
create trigger state_is_frozen before update of state, promise, draw_number, promised_pool on inaam.participant
  for each row when (
    (new.state, new.promise, new.draw_number, new.promised_pool)
    is distinct from (old.state, old.promise, old.draw_number, old.promised_pool))
  execute function inaam.refuse_another_state();

create function inaam.keep_for_promises() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1
as $$
begin
  update inaam.budget set promised = promised + kept.count
  from (
    select campaign, promised_pool, count(*) from added
    where promised_pool is not null group by campaign, promised_pool) as kept
  where budget.campaign = kept.campaign and budget.pool = kept.promised_pool;
  return null;
end
$$;
create trigger promise_is_kept after insert on inaam.participant
  referencing new table as added
  for each statement execute function inaam.keep_for_promises();

-- Who a participant is, apart from what the books need: erasure deletes this row.
create table inaam.personal_data (
  campaign text not null,
  pseudonym bytea not null,
  mobile_sealed bytea not null,
  name_sealed bytea not null,
  details_sealed bytea,
  created_at timestamptz not null default now(),
  primary key (campaign, pseudonym),
  foreign key (campaign, pseudonym) references inaam.participant
);
create index personal_data_by_age on inaam.personal_data (created_at);

-- Sessions.
create table inaam.token (
  campaign text not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  pseudonym bytea not null,
  user_key text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  number bigint generated always as identity,
  -- From which network it was opened: 16 bytes of a keyed hash, never the address.
  network bytea,
  primary key (campaign, token_hash),
  foreign key (campaign, pseudonym) references inaam.participant
);
create index token_by_age on inaam.token (expires_at);
-- Also of revoked ones: each names a device.
create index token_by_participant on inaam.token (pseudonym, number);

-- Locks the challenges, then the head if a code that is still the current one is of a mobile that
-- is not a participant, then the participants. No row: a head is needed, and there is none.
create function inaam.lock_verifications(
  campaign_id text, user_keys text[], mobile_indexes bytea[], typed_hashes bytea[])
returns table (
  -- In the order of the items. From the pseudonym on they are of the participant, null if there is
  -- none.
  code_hashes bytea[], codes_used_at timestamptz[],
  pseudonyms bytea[], states text[], promises text[], draw_numbers bigint[], promised_pools text[],
  -- Null if the head is not locked, as all that follows.
  next_ledger bigint, last_hash bytea, next_draw bigint, cards integer[], blocks integer, last_day text,
  -- The fixed rewards and the reserve: what is neither granted nor promised.
  pools text[], pool_kinds text[], pool_amounts integer[], pools_free bigint[],
  -- How many participants each limited pool can still admit; null if none is limited.
  admissions text[], admissions_free bigint[])
language plpgsql set enable_seqscan = off as $$
#variable_conflict use_column
begin
  select array_agg(code_hash order by place), array_agg(code_used_at order by place)
  into code_hashes, codes_used_at
  from (
    select * from unnest(user_keys, mobile_indexes) with ordinality as item (user_key, mobile_index, place)
    order by user_key, mobile_index) as item
  left join lateral (
    select code_hash, code_used_at from inaam.challenge
    where campaign = campaign_id and challenge.user_key = item.user_key
      and challenge.mobile_index = item.mobile_index
    for update) as challenge on true;

  loop
    select array_agg(pseudonym order by place) into pseudonyms
    from (
      select place, case when code_hash = typed_hash then
        (select participant.pseudonym from inaam.participant
         where campaign = campaign_id and participant.mobile_index = item.mobile_index) end as pseudonym
      from unnest(mobile_indexes, code_hashes, typed_hashes) with ordinality
        as item (mobile_index, code_hash, typed_hash, place)) as known;
    -- The second time under the head's lock: nobody may be admitted twice.
    exit when next_ledger is not null or not exists (
      select from unnest(code_hashes, typed_hashes, pseudonyms) as item (code_hash, typed_hash, pseudonym)
      where code_hash = typed_hash and pseudonym is null);
    select head.next_ledger, head.last_hash, head.next_draw, head.cards, head.blocks,
      head.last_day::text
    into next_ledger, last_hash, next_draw, cards, blocks, last_day
    from inaam.head where campaign = campaign_id for update;
    if not found then
      return;
    end if;
    select array_agg(pool), array_agg(kind), array_agg(amount), array_agg(remaining - promised)
    into pools, pool_kinds, pool_amounts, pools_free
    from inaam.budget where campaign = campaign_id and kind <> 'chance';
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
    select state, promise, draw_number, promised_pool from inaam.participant
    where campaign = campaign_id and participant.pseudonym = item.pseudonym
    for no key update) as participant on true;
  return next;
end
$$;

-- What the owner of each mobile learns after the right code, in the order of the mobiles.
create function inaam.read_mobile_statuses(campaign_id text, mobile_indexes bytea[])
returns table (are_blocked boolean[], rewarded_at timestamptz[])
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  select
    array_agg(coalesce((
      select blocked from inaam.mobile_limits
      where campaign = campaign_id and mobile_limits.mobile_index = item.mobile_index), false)
      order by place),
    array_agg((
      select granted_at from inaam.reward
      where campaign = campaign_id and pseudonym = (
        select pseudonym from inaam.participant
        where campaign = campaign_id and participant.mobile_index = item.mobile_index))
      order by place)
  from unnest(mobile_indexes) with ordinality as item (mobile_index, place);
end
$$;
