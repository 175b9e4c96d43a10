-- Locks the devices, the mobiles and the challenges of code requests or tries, each in the order of
-- their keys, and reads what the rules decide on. No device and no mobile may be given twice.
--
-- It is a function because each of its statements sees what was committed while it waited for a
-- lock; a single statement would read what was there before.
--
-- Everything is read by whole keys, item by item, by plans that are made once: those made while the
-- tables are empty must be right when they are full. A join of the keys with a table would scan the
-- campaign, and a table of one page would be scanned whole.
create function inaam.lock_code_facts(campaign_id text, user_keys text[], mobile_indexes bytea[])
returns table (
  user_key text,
  consent text,
  is_rewarded boolean,
  is_blocked boolean,
  mobile_sends timestamptz[],
  mobile_tries timestamptz[],
  device_sends timestamptz[],
  device_tries timestamptz[],
  other_mobiles timestamptz[],
  requested_t bigint,
  code_hash bytea,
  code_expires_at timestamptz,
  code_used_at timestamptz,
  code_tries integer
) language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  -- An update that changes nothing still locks the row.
  insert into inaam.device_limits as device (campaign, user_key)
  select campaign_id, item.user_key from unnest(user_keys) as item (user_key) order by item.user_key
  on conflict (campaign, user_key) do update set sends = device.sends where false;

  insert into inaam.mobile_limits as mobile (campaign, mobile_index)
  select campaign_id, item.mobile_index from unnest(mobile_indexes) as item (mobile_index)
  order by item.mobile_index
  on conflict (campaign, mobile_index) do update set sends = mobile.sends where false;

  perform from inaam.challenge
  where campaign = campaign_id and challenge.user_key = any (user_keys)
  order by challenge.user_key, mobile_index for update;

  return query
  select item.user_key,
    (select answer from inaam.consent
     where campaign = campaign_id and consent.user_key = item.user_key order by t desc limit 1),
    (select true from inaam.reward
     where campaign = campaign_id and pseudonym = (
       select pseudonym from inaam.participant
       where campaign = campaign_id and participant.mobile_index = item.mobile_index)) is not null,
    mobile.blocked, mobile.sends, mobile.tries, device.sends, device.tries,
    array(select registered_at from inaam.challenge as other
          where campaign = campaign_id and other.user_key = item.user_key
            and other.mobile_index <> item.mobile_index),
    own.requested_t, own.code_hash, own.code_expires_at, own.code_used_at, own.tries
  from unnest(user_keys, mobile_indexes) as item (user_key, mobile_index)
  cross join lateral (
    select sends, tries from inaam.device_limits
    where campaign = campaign_id and device_limits.user_key = item.user_key limit 1) as device
  cross join lateral (
    select sends, tries, blocked from inaam.mobile_limits
    where campaign = campaign_id and mobile_limits.mobile_index = item.mobile_index
    limit 1) as mobile
  left join lateral (
    select * from inaam.challenge
    where campaign = campaign_id and challenge.user_key = item.user_key
      and challenge.mobile_index = item.mobile_index limit 1) as own on true;
end
$$;
