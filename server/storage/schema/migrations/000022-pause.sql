-- A campaign that is paused grants nothing. The pause is in the head: whoever grants has locked it, so
-- that nothing is granted once a pause is committed (docs/decisions/0028).
alter table inaam.head add column paused_at timestamptz;

drop function inaam.lock_draw(text, bytea[]);
-- As in 000014, and says whether the campaign is paused.
create function inaam.lock_draw(campaign_id text, claimants bytea[])
returns table (
  next_ledger bigint, last_hash bytea, amounts integer[], cards integer[], blocks integer,
  revealed_at timestamptz, paused_at timestamptz,
  -- In the order of the claimants: the state and the promise, null if the participant is not known;
  -- the amount, null if there is no reward yet.
  states text[], promises text[], draw_numbers bigint[], promised_pools text[], granted integer[],
  -- The fixed rewards and the reserve: what is neither granted nor promised.
  pools text[], pool_kinds text[], pool_amounts integer[], pools_free bigint[])
language plpgsql set enable_seqscan = off as $$
#variable_conflict use_column
begin
  select head.next_ledger, head.last_hash, head.amounts, head.cards, head.blocks, head.revealed_at,
    head.paused_at
  into next_ledger, last_hash, amounts, cards, blocks, revealed_at, paused_at
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
