-- When this device typed a right code of this mobile. Only such a device learns what is known of
-- the mobile before it types another code.
alter table inaam.challenge add column verified_at timestamptz;
update inaam.challenge set verified_at = code_used_at where code_used_at is not null;

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
