-- Here and in the other files, functions lock and read in several statements: each statement sees
-- what was committed while the one before it waited for a lock, which a single statement would not
-- see.
--
-- The sessions that call them plan look-ups by whole keys alone (server/database/session.ts). Before
-- PostgreSQL 17 a look-up by many keys returns its rows in no order: if they might not be sorted,
-- all rows of the campaign would be read in the order of the index. Only the next voucher code is
-- found without a sort, which would read the whole stock.

-- Locks the devices, the mobiles and the code requests that are made or tried, each in the order of
-- their keys, and reads what the rules decide on. No device and no mobile may be given twice.
create or replace function inaam.lock_codes(campaign_id text, user_keys text[], mobile_indexes bytea[])
returns table (
  user_key text,
  consent text,
  is_rewarded boolean,
  is_blocked boolean,
  mobile_sends timestamptz[],
  mobile_tries timestamptz[],
  proven_sends timestamptz[],
  proven_tries timestamptz[],
  guarded_sends timestamptz[],
  guarded_used_at timestamptz,
  guarded_misses integer,
  device_sends timestamptz[],
  device_tries timestamptz[],
  forgotten_t bigint,
  codes_stopped boolean,
  -- Of the device's other mobiles.
  other_mobiles timestamptz[],
  other_tried bytea[],
  other_ahead_ts bigint[],
  -- Of the device's registration of the mobile.
  requested_t bigint,
  ordered_t bigint,
  ahead_ts bigint[],
  is_verified_here boolean,
  mobile_sealed bytea,
  registration_sealed bytea,
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

  perform from inaam.code_request
  where campaign = campaign_id and code_request.user_key = any (user_keys)
  order by code_request.user_key, mobile_index for update;

  return query
  select item.user_key,
    (select answer from inaam.consent
     where campaign = campaign_id and consent.user_key = item.user_key order by t desc limit 1),
    (select true from inaam.reward
     where campaign = campaign_id and not is_bonus and pseudonym = (
       select case when not is_asked then pseudonym end from inaam.participation
       where campaign = campaign_id and participation.mobile_index = item.mobile_index
       order by claim desc limit 1)) is not null,
    mobile.blocked, mobile.sends, mobile.tries, mobile.proven_sends, mobile.proven_tries,
    mobile.guarded_sends, mobile.guarded_used_at, mobile.guarded_misses,
    device.sends, device.tries, device.forgotten_t, mobile.codes_stopped,
    array(select registered_at from inaam.code_request as other
          where campaign = campaign_id and other.user_key = item.user_key
            and other.mobile_index <> item.mobile_index),
    array(select unnest(tried || guarded_tried) from inaam.code_request as other
          where campaign = campaign_id and other.user_key = item.user_key
            and other.mobile_index <> item.mobile_index),
    array(select unnest(ahead_ts) from inaam.code_request as other
          where campaign = campaign_id and other.user_key = item.user_key
            and other.mobile_index <> item.mobile_index),
    own.requested_t, own.ordered_t, own.ahead_ts, own.verified_at is not null,
    own.mobile_sealed, own.registration_sealed, own.code_hash, own.code_expires_at, own.code_used_at, own.tries,
    own.tried, own.is_guarded_pass, own.guarded_tried, own.guarded_tried_at, own.guarded_rights, own.guarded_since
  from unnest(user_keys, mobile_indexes) as item (user_key, mobile_index)
  cross join lateral (
    select sends, tries, forgotten_t from inaam.device_limits
    where campaign = campaign_id and device_limits.user_key = item.user_key limit 1) as device
  cross join lateral (
    select sends, tries, proven_sends, proven_tries, blocked, codes_stopped,
      guarded_sends, guarded_used_at, guarded_misses
    from inaam.mobile_limits
    where campaign = campaign_id and mobile_limits.mobile_index = item.mobile_index
    limit 1) as mobile
  left join lateral (
    select * from inaam.code_request
    where campaign = campaign_id and code_request.user_key = item.user_key
      and code_request.mobile_index = item.mobile_index limit 1) as own on true;
end
$$;

-- What a code request costs: called for each device after its rows are locked. A proof is of one
-- device, so nobody else can use it meanwhile.
create or replace function inaam.read_send_counters(campaign_id text, counters text[], proof_id bytea)
returns json
language plpgsql
as $$
begin
  return json_build_object(
    'isProofUsed', exists (
      select from inaam.used_proof where campaign = campaign_id and proof = proof_id),
    'counters', (
      select json_agg(json_build_object(
        'name', asked.name, 'at', round(extract(epoch from started_at) * 1000)::bigint,
        'minute', json_build_object('count', minute_count, 'before', minute_before),
        'hour', json_build_object('count', hour_count, 'before', hour_before),
        'day', json_build_object('count', count, 'before', count_before)))
      from unnest(counters) as asked (name)
      cross join lateral (
        select * from inaam.send_counter
        where campaign = campaign_id and counter = asked.name limit 1) as stored));
end
$$;

-- What the owner of each mobile learns after the right code, in the order of the mobiles: of the
-- newest participation.
create or replace function inaam.read_mobile_statuses(campaign_id text, mobile_indexes bytea[])
returns table (are_blocked boolean[], rewarded_at timestamptz[], are_asked boolean[])
language plpgsql
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
      where campaign = campaign_id and reward.pseudonym = newest.pseudonym and not is_bonus)
      order by place),
    array_agg(coalesce(is_asked, false) order by place)
  from unnest(mobile_indexes) with ordinality as item (mobile_index, place)
  left join lateral (
    select pseudonym, is_asked from inaam.participation
    where campaign = campaign_id and participation.mobile_index = item.mobile_index
    order by claim desc limit 1) as newest on true;
end
$$;

-- How often each mobile has taken part, and how often since the given time, in the order of the
-- mobiles.
create or replace function inaam.count_claims(
  campaign_id text, mobile_indexes bytea[], day_starts timestamptz[])
returns table (claims integer[], claims_of_day integer[])
language plpgsql
as $$
begin
  return query
  select array_agg(counted.count order by place), array_agg(counted.of_day order by place)
  from unnest(mobile_indexes, day_starts) with ordinality as item (mobile_index, day_start, place)
  cross join lateral (
    select count(*)::integer as count,
      (count(*) filter (where verified_at >= item.day_start))::integer as of_day
    from (
      -- Ordered, so that only the index of numbers suits, however few rows the table had.
      select verified_at from inaam.participation
      where campaign = campaign_id and participation.mobile_index = item.mobile_index
      order by claim desc offset 0) as participation) as counted;
end
$$;

-- A count that went wrong stops nobody.
create or replace function inaam.count_up(counted integer, added bigint) returns integer language sql immutable
return least(counted + added, 2147483647)::integer;
