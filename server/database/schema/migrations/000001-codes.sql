-- The schema of the first release, one file per subject, in the order of what they refer to
-- (docs/decisions/README.md#0046-one-schema-for-the-first-release). Until that release these files are
-- edited; from then on a change is a file with the next number. Functions and triggers are in
-- ../functions.
--
-- Every key starts with the campaign. Times are wall-clock times unless noted otherwise.
-- `_sealed` columns are ciphertext (AES-256-GCM, key id first). `_index` columns are keyed hashes
-- (HMAC-SHA-256): unique and searchable, but not readable. An index for deletion by age
-- (server/participants/retention.rules.ts) has only the time: with the campaign, plans made for
-- empty tables take it for a look-up by key. `n_distinct`: statistics of a table that held one row
-- say that each row has another campaign. Until the next analysis, a look-up by a whole key was
-- planned as one by the campaign alone, and read all rows.

-- One-time codes (docs/decisions/README.md#0006-one-time-codes): registrations that wait for one, and what
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
-- (docs/decisions/README.md#0020-guarded-numbers).
create table inaam.mobile_limits (
  campaign text not null,
  mobile_index bytea not null check (octet_length(mobile_index) = 32),
  sends timestamptz[] not null default '{}',
  tries timestamptz[] not null default '{}',
  -- Of these, those of a device that typed the right code: a proven owner is no attack.
  proven_sends timestamptz[] not null default '{}',
  proven_tries timestamptz[] not null default '{}',
  blocked boolean not null default false,
  -- A guarded code belongs to the mobile, not to a device, and is known by the time it was sent at.
  guarded_sends timestamptz[] not null default '{}',
  -- Codes that were sent until then are used.
  guarded_used_at timestamptz,
  -- Wrong codes typed where a right one would have verified the mobile. It never decreases, since
  -- it limits how often anybody can guess.
  guarded_misses integer not null default 0 check (guarded_misses between 0 and 20),
  -- The mobile's owner has asked, with one of its codes, that no more are sent.
  codes_stopped boolean not null default false,
  primary key (campaign, mobile_index)
);

-- A registration that waits for its code.
create table inaam.code_request (
  campaign text not null,
  user_key text not null,
  mobile_index bytea not null check (octet_length(mobile_index) = 32),
  -- The newest `t` (ms) that an accepted register or resend call was signed with.
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
  -- A phone whose clock was ahead signs its next request with an earlier time once its clock is
  -- right. Requests are therefore ordered by the time that was signed or the time at which they
  -- came, whichever is earlier: an older one is a repeat and changes nothing. Those ahead of the
  -- server's clock are known again each by its own time.
  ordered_t bigint,
  ahead_ts bigint[] not null default '{}',
  primary key (campaign, user_key, mobile_index),
  check ((code_hash is null) = (code_at is null) and (code_hash is null) = (code_expires_at is null)),
  check ((guarded_rights = 0) = (guarded_since is null))
);
create index code_request_by_registration on inaam.code_request (registered_at) where mobile_sealed is not null;
create index code_request_by_expiry on inaam.code_request (code_expires_at) where code_sealed is not null;
-- Registrations that are wiped because their code was used: looked for every minute, without those
-- that were wiped before.
create index code_request_by_use on inaam.code_request (code_used_at)
  where mobile_sealed is not null and code_used_at is not null;
-- With the device: a look-up by the whole key may take this index, and a number may be registered
-- by thousands of devices.
create index code_request_by_mobile on inaam.code_request (mobile_index, user_key);
create index code_request_by_age on inaam.code_request (registered_at);

-- Codes counted by window (docs/decisions/README.md#0019-abuse-budget). Rows are written at the end of a
-- batch, in the order of their names, after the rows of devices, mobiles and code requests are locked:
-- what a whole campaign shares is held only until the commit, and never waits for anything else.
-- A counter is one row with three windows: a day (`count`), an hour and a minute.
create table inaam.send_counter (
  campaign text not null,
  -- What is counted: of addresses and blocks of numbers a keyed hash, so that neither is stored.
  counter text not null,
  -- The minute of the newest code.
  started_at timestamptz not null,
  -- When neither this window nor the next one looks at it any more.
  expires_at timestamptz not null,
  count integer not null check (count >= 0),
  count_before integer not null default 0 check (count_before >= 0),
  -- The ceiling, as the other two: a batch that another process has outrun fails, is read again,
  -- and is refused by the rule.
  most integer,
  minute_count integer not null default 0,
  minute_before integer not null default 0,
  minute_most integer,
  hour_count integer not null default 0,
  hour_before integer not null default 0,
  hour_most integer,
  primary key (campaign, counter),
  constraint codes_within_the_rupees check (count <= most),
  constraint codes_within_the_rupees_of_a_minute check (minute_count <= minute_most),
  constraint codes_within_the_rupees_of_an_hour check (hour_count <= hour_most)
);
-- Only the deletion uses it: the condition is always true, but a look-up by key does not imply it.
create index send_counter_due on inaam.send_counter (expires_at, campaign) where counter <> '';

-- Proofs of work that were used.
create table inaam.used_proof (
  campaign text not null,
  proof bytea not null check (octet_length(proof) = 32),
  expires_at timestamptz not null,
  primary key (campaign, proof)
);
create index used_proof_by_expiry on inaam.used_proof (expires_at, campaign);

alter table inaam.code_request alter column campaign set (n_distinct = 1);
alter table inaam.device_limits alter column campaign set (n_distinct = 1);
alter table inaam.mobile_limits alter column campaign set (n_distinct = 1);
alter table inaam.send_counter alter column campaign set (n_distinct = 1);
alter table inaam.used_proof alter column campaign set (n_distinct = 1);
