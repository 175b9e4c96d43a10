-- A mobile whose ordinary codes or tries are used up is guarded, not refused (docs/decisions/0006).
-- A guarded code belongs to the mobile, not to a device, and is known by the time it was sent at.
alter table inaam.mobile_limits
  add guarded_sends timestamptz[] not null default '{}',
  -- Codes that were sent until then are used.
  add guarded_used_at timestamptz,
  -- Wrong codes typed where a right one would have verified the mobile. Never decreases: the
  -- bound on guessing rests on it.
  add guarded_misses integer not null default 0 check (guarded_misses between 0 and 20);

alter table inaam.challenge
  -- The newest guarded code that this device has tried, and the hashes of those tries.
  add guarded_tried_at timestamptz,
  add guarded_tried bytea[] not null default '{}',
  -- How many guarded codes this device has typed right, and when the first of them was sent.
  add guarded_rights integer not null default 0,
  add guarded_since timestamptz,
  -- The code is the last guarded one, which this device has typed right.
  add is_guarded_pass boolean not null default false,
  add check ((guarded_rights = 0) = (guarded_since is null));

alter table inaam.message
  add guarded_at timestamptz,
  add code_sealed bytea,
  drop constraint message_check1,
  add constraint message_of_code check ((kind = 'otp') = (user_key is not null
    and mobile_index is not null and (code_hash is null) <> (guarded_at is null))),
  add check (guarded_at is not null or code_sealed is null),
  add check (state = 'owed' or code_sealed is null);
-- However many devices and processes ask at once, a guarded code is sent once.
create unique index one_message_per_guarded_code on inaam.message (campaign, mobile_index, guarded_at)
  where guarded_at is not null;

-- As in migration 6, with what is known of guarded codes.
drop function inaam.lock_code_facts;
create function inaam.lock_code_facts(campaign_id text, user_keys text[], mobile_indexes bytea[])
returns table (
  user_key text,
  consent text,
  is_rewarded boolean,
  is_blocked boolean,
  mobile_sends timestamptz[],
  mobile_tries timestamptz[],
  guarded_sends timestamptz[],
  guarded_used_at timestamptz,
  guarded_misses integer,
  device_sends timestamptz[],
  device_tries timestamptz[],
  other_mobiles timestamptz[],
  requested_t bigint,
  code_hash bytea,
  code_expires_at timestamptz,
  code_used_at timestamptz,
  code_tries integer,
  code_tried bytea[],
  is_guarded_pass boolean,
  guarded_tried bytea[],
  guarded_tried_at timestamptz,
  guarded_rights integer,
  guarded_since timestamptz
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
    mobile.blocked, mobile.sends, mobile.tries,
    mobile.guarded_sends, mobile.guarded_used_at, mobile.guarded_misses,
    device.sends, device.tries,
    array(select registered_at from inaam.challenge as other
          where campaign = campaign_id and other.user_key = item.user_key
            and other.mobile_index <> item.mobile_index),
    own.requested_t, own.code_hash, own.code_expires_at, own.code_used_at, own.tries,
    own.tried, own.is_guarded_pass, own.guarded_tried, own.guarded_tried_at, own.guarded_rights, own.guarded_since
  from unnest(user_keys, mobile_indexes) as item (user_key, mobile_index)
  cross join lateral (
    select sends, tries from inaam.device_limits
    where campaign = campaign_id and device_limits.user_key = item.user_key limit 1) as device
  cross join lateral (
    select sends, tries, blocked, guarded_sends, guarded_used_at, guarded_misses
    from inaam.mobile_limits
    where campaign = campaign_id and mobile_limits.mobile_index = item.mobile_index
    limit 1) as mobile
  left join lateral (
    select * from inaam.challenge
    where campaign = campaign_id and challenge.user_key = item.user_key
      and challenge.mobile_index = item.mobile_index limit 1) as own on true;
end
$$;
