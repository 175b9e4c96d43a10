-- One-time codes (docs/decisions/0006-one-time-codes.md): registrations that wait for one, and what
-- limits the requests and the tries.

-- Recent code requests and tries of a device.
create table inaam.device_limits (
  campaign text not null,
  user_key text not null,
  sends timestamptz[] not null default '{}',
  tries timestamptz[] not null default '{}',
  created_at timestamptz not null default now(),
  -- `t` of the newest code request of this device that was erased: a captured copy of it, or of an
  -- older one, is a repeat and changes nothing.
  forgotten_t bigint,
  primary key (campaign, user_key)
);
create index device_limits_by_age on inaam.device_limits (created_at);

-- All codes sent to a mobile, and all tries of them, over the whole programme. A mobile whose
-- ordinary codes or tries are used up is guarded, not refused
-- (docs/decisions/0020-guarded-numbers.md).
create table inaam.mobile_limits (
  campaign text not null,
  mobile_index bytea not null check (octet_length(mobile_index) = 32),
  sends timestamptz[] not null default '{}',
  tries timestamptz[] not null default '{}',
  blocked boolean not null default false,
  -- A guarded code belongs to the mobile, not to a device, and is known by the time it was sent at.
  guarded_sends timestamptz[] not null default '{}',
  -- Codes that were sent until then are used.
  guarded_used_at timestamptz,
  -- Wrong codes typed where a right one would have verified the mobile. It never decreases, since
  -- it limits how often anybody can guess.
  guarded_misses integer not null default 0 check (guarded_misses between 0 and 20),
  primary key (campaign, mobile_index)
);

-- A registration that waits for its code.
create table inaam.challenge (
  campaign text not null,
  user_key text not null,
  mobile_index bytea not null check (octet_length(mobile_index) = 32),
  -- The newest `t` (ms) of an accepted register or resend call: an older one is a repeat and
  -- changes nothing.
  requested_t bigint not null,
  registered_at timestamptz not null,
  mobile_sealed bytea,
  registration_sealed bytea,
  code_hash bytea check (octet_length(code_hash) = 32),
  code_sealed bytea,
  code_at timestamptz,
  code_expires_at timestamptz,
  code_used_at timestamptz,
  tries integer not null default 0 check (tries between 0 and 5),
  -- The counted tries, each as a keyed hash of its time and the typed code: a captured try that is
  -- sent again is not counted again.
  tried bytea[] not null default '{}',
  -- When this device typed a right code of this mobile. Only such a device learns what is known of
  -- the mobile before it types another code.
  verified_at timestamptz,
  -- The newest guarded code that this device has tried, and the hashes of those tries.
  guarded_tried_at timestamptz,
  guarded_tried bytea[] not null default '{}',
  -- How many guarded codes this device has typed right, and when the first of them was sent.
  guarded_rights integer not null default 0,
  guarded_since timestamptz,
  -- The code is the last guarded one, which this device has typed right.
  is_guarded_pass boolean not null default false,
  primary key (campaign, user_key, mobile_index),
  check ((code_hash is null) = (code_at is null) and (code_hash is null) = (code_expires_at is null)),
  check ((guarded_rights = 0) = (guarded_since is null))
);
create index challenge_by_registration on inaam.challenge (registered_at) where mobile_sealed is not null;
create index challenge_by_expiry on inaam.challenge (code_expires_at) where code_sealed is not null;
-- Registrations that are wiped because their code was used: looked for every minute, without those
-- that were wiped before.
create index challenge_by_use on inaam.challenge (code_used_at)
  where mobile_sealed is not null and code_used_at is not null;
-- With the device: a look-up by the whole key may take this index, and a number may be registered
-- by thousands of devices.
create index challenge_by_mobile on inaam.challenge (mobile_index, user_key);
create index challenge_by_age on inaam.challenge (registered_at);

-- Locks the devices, the mobiles and the challenges of code requests or tries, each in the order of
-- their keys, and reads what the rules decide on. No device and no mobile may be given twice.
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

-- Codes counted by window (docs/decisions/0019-abuse-budget.md). Rows are written at the end of a
-- batch, in the order of their names, after the rows of devices, mobiles and challenges are locked:
-- what a whole campaign shares is held only until the commit, and never waits for anything else.
create table inaam.send_counter (
  campaign text not null,
  -- What is counted: of addresses and blocks of numbers a keyed hash, so that neither is stored.
  counter text not null,
  started_at timestamptz not null,
  -- When neither this window nor the next one looks at it any more.
  expires_at timestamptz not null,
  count integer not null check (count >= 0),
  count_before integer not null default 0 check (count_before >= 0),
  -- The ceiling: a batch that another process has outrun fails, is read again, and is refused by
  -- the rule.
  most integer,
  primary key (campaign, counter),
  constraint codes_within_the_rupees check (count <= most)
);
create index send_counter_by_expiry on inaam.send_counter (expires_at, campaign);

-- Proofs of work that were used.
create table inaam.used_proof (
  campaign text not null,
  proof bytea not null check (octet_length(proof) = 32),
  expires_at timestamptz not null,
  primary key (campaign, proof)
);
create index used_proof_by_expiry on inaam.used_proof (expires_at, campaign);

-- What a code request costs: called for each device after its rows are locked. A proof is of one
-- device, so nobody else can use it meanwhile.
create function inaam.read_send_state(campaign_id text, counters text[], proof_id bytea)
returns json
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
begin
  return json_build_object(
    'isProofUsed', exists (
      select from inaam.used_proof where campaign = campaign_id and proof = proof_id),
    'counters', (
      select json_agg(json_build_object(
        'name', asked.name, 'startedAt', round(extract(epoch from started_at) * 1000)::bigint,
        'count', count, 'countBefore', count_before))
      from unnest(counters) as asked (name)
      cross join lateral (
        select started_at, count, count_before from inaam.send_counter
        where campaign = campaign_id and counter = asked.name limit 1) as stored));
end
$$;
