-- What a batch of grants or of verifications is decided on, locked and read in one round trip. Each
-- statement of a function sees what was committed while the one before it waited for a lock; a
-- single statement would see what was there before it waited.
--
-- Tables grow from nothing to millions of rows while a connection keeps its plans. So each row is
-- looked up by its key in a subquery of its own, which the planner cannot turn into a join that
-- reads the table, and sequential scans are off.

-- Locks the head, then the blocks that draws of these claimants may touch. No row: there is no head.
create function inaam.lock_draw(campaign_id text, claimants bytea[])
returns table (
  next_ledger bigint, next_draw bigint, last_hash bytea,
  amounts integer[], cards integer[], blocks integer, revealed_at timestamptz,
  -- In the order of the claimants: the state, null if the participant is not known; the amount,
  -- null if there is no reward yet.
  states text[], granted integer[],
  -- Cards that remain in the locked blocks, beginning with the first one's.
  first_block integer, remaining integer[],
  reserve_amount integer, reserve_left bigint, fixed_pools text[], fixed_left bigint[])
language plpgsql set enable_seqscan = off as $$
#variable_conflict use_column
declare
  draws integer;
  block_size bigint;
begin
  select head.next_ledger, head.next_draw, head.last_hash, head.amounts, head.cards, head.blocks, head.revealed_at
  into next_ledger, next_draw, last_hash, amounts, cards, blocks, revealed_at
  from inaam.head where campaign = campaign_id for update;
  if not found then
    return;
  end if;

  select array_agg(state order by place), array_agg(amount order by place),
    count(*) filter (where state is not null and amount is null)
  into states, granted, draws
  from (
    select place,
      (select state from inaam.participant
       where campaign = campaign_id and participant.pseudonym = claimant.pseudonym),
      (select amount from inaam.reward
       where campaign = campaign_id and reward.pseudonym = claimant.pseudonym)
    from unnest(claimants) with ordinality as claimant (pseudonym, place)) as known;

  block_size := (select sum(card) from unnest(cards) as card);
  select min(block), array_agg(left_in.remaining order by block)
  into first_block, remaining
  from (
    select block, deck.remaining from inaam.deck
    where campaign = campaign_id and block between next_draw / block_size and (next_draw + draws - 1) / block_size
    order by block for update) as left_in;

  -- Not locked: budget rows change with the rewards only, and those are granted under this lock.
  select min(amount) filter (where kind = 'reserve'), min(budget.remaining) filter (where kind = 'reserve'),
    array_agg(pool) filter (where kind = 'fixed'), array_agg(budget.remaining) filter (where kind = 'fixed')
  into reserve_amount, reserve_left, fixed_pools, fixed_left
  from inaam.budget where campaign = campaign_id and kind <> 'chance';
  return next;
end
$$;

-- Locks the challenges, then the head if a code that is still the current one is of a mobile that is
-- not a participant, then the participants. No row: a head is needed, and there is none.
create function inaam.lock_verifications(
  campaign_id text, user_keys text[], mobile_indexes bytea[], typed_hashes bytea[])
returns table (
  -- In the order of the items. The pseudonym and the state are those of the participant, null if
  -- there is none.
  code_hashes bytea[], codes_used_at timestamptz[], pseudonyms bytea[], states text[],
  -- Null if the head is not locked.
  next_ledger bigint, last_hash bytea,
  -- How many participants each limited pool can still admit; null if none is limited.
  pools text[], pools_free bigint[])
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
    select head.next_ledger, head.last_hash into next_ledger, last_hash
    from inaam.head where campaign = campaign_id for update;
    if not found then
      return;
    end if;
    select array_agg(pool), array_agg(capacity - admitted) into pools, pools_free
    from inaam.admission where campaign = campaign_id;
  end loop;

  select array_agg(state order by place) into states
  from (
    select * from unnest(pseudonyms) with ordinality as item (pseudonym, place)
    order by pseudonym) as item
  left join lateral (
    select state from inaam.participant
    where campaign = campaign_id and participant.pseudonym = item.pseudonym
    for no key update) as participant on true;
  return next;
end
$$;

-- It joins the new rewards with their participants: see above.
alter function inaam.pay_from_budget()
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off;
