-- Amendments of the commitment (docs/decisions/0031): an entry of the ledger adds to deck, reserve and
-- fixed rewards, or moves the last day. Only the insertion of an amendment changes those.

alter table inaam.head add column last_day date;
update inaam.head set last_day = (document::jsonb -> 'programme' ->> 'to')::date
from inaam.commitment where commitment.campaign = head.campaign;
alter table inaam.head alter column last_day set not null;

create or replace function inaam.refuse_another_deck() returns trigger language plpgsql as $$
begin
  if (new.campaign, new.amounts, new.cards) is distinct from (old.campaign, old.amounts, old.cards)
    or ((new.blocks, new.last_day) is distinct from (old.blocks, old.last_day) and pg_trigger_depth() < 2)
    or new.blocks < old.blocks then
    raise exception 'the deck was committed to and cannot change but by an amendment';
  end if;
  return new;
end
$$;

create or replace function inaam.refuse_budget_change() returns trigger language plpgsql as $$
begin
  if (new.campaign, new.pool, new.kind, new.state, new.amount)
    is distinct from (old.campaign, old.pool, old.kind, old.state, old.amount)
    or new.planned < old.planned or (new.planned > old.planned and pg_trigger_depth() < 2) then
    raise exception 'the planned budget was committed to and cannot change but by an amendment';
  end if;
  if pg_trigger_depth() < 2 then
    raise exception 'the budget changes only with the rewards';
  end if;
  return new;
end
$$;

alter table inaam.ledger
  alter column pseudonym drop not null,
  drop constraint ledger_kind_check,
  add constraint ledger_kind_check check (kind in ('verified', 'granted', 'amended')),
  add constraint ledger_pseudonym_check check ((kind = 'amended') = (pseudonym is null));

-- `number`, `content` and `hash` are those of the ledger's entry. `pools` and `added`: how much each
-- pool of the budget gains.
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
-- Else anybody could let it act for a table of their own.
revoke execute on function inaam.amend() from public;
create trigger amendment_is_applied after insert on inaam.amendment
  for each row execute function inaam.amend();

drop function inaam.lock_draw(text, bytea[]);
-- As in 000022, and says the last day that is in force.
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

drop function inaam.lock_verifications(text, text[], bytea[], bytea[]);
-- As in 000014, and says the last day that is in force.
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
