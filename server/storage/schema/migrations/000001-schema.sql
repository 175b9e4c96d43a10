-- Every key starts with the campaign. Times are wall-clock times unless noted otherwise.
-- `_sealed` columns are ciphertext (AES-256-GCM, key id first). `_index` columns are keyed hashes
-- (HMAC-SHA-256): unique and searchable, but not readable.

create function inaam.refuse_any_change() returns trigger language plpgsql as $$
begin
  raise exception 'inaam.% is append-only', tg_table_name;
end
$$;

-- For statistics: written asynchronously in batches, and no decision reads it.
create table inaam.visit (
  campaign text not null,
  user_key text not null,
  at timestamptz not null,
  query jsonb not null,
  ip_info jsonb
);
create index visit_by_time on inaam.visit (campaign, at);

-- Answers to the privacy notice, with the hash of its text. The answer with the newest `t` (ms, of
-- the signed call) counts, so that a replayed YES cannot undo a later NO.
create table inaam.consent (
  campaign text not null,
  user_key text not null,
  t bigint not null,
  answer text not null check (answer in ('YES', 'NO')),
  notice_hash text not null,
  at timestamptz not null,
  primary key (campaign, user_key, t)
);

-- Recent code requests and tries of a device.
create table inaam.device_limits (
  campaign text not null,
  user_key text not null,
  sends timestamptz[] not null default '{}',
  tries timestamptz[] not null default '{}',
  primary key (campaign, user_key)
);

-- All codes sent to a mobile, and all tries of them, over the whole programme.
create table inaam.mobile_limits (
  campaign text not null,
  mobile_index bytea not null check (octet_length(mobile_index) = 32),
  sends timestamptz[] not null default '{}',
  tries timestamptz[] not null default '{}',
  blocked boolean not null default false,
  primary key (campaign, mobile_index)
);

-- A registration that waits for its code. `requested_t` is the newest `t` (ms) of an accepted
-- register or resend call: an older one is a repeat and changes nothing.
create table inaam.challenge (
  campaign text not null,
  user_key text not null,
  mobile_index bytea not null check (octet_length(mobile_index) = 32),
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
  primary key (campaign, user_key, mobile_index),
  check ((code_hash is null) = (code_at is null) and (code_hash is null) = (code_expires_at is null))
);
create index challenge_by_registration on inaam.challenge (registered_at) where mobile_sealed is not null;
create index challenge_by_expiry on inaam.challenge (code_expires_at) where code_sealed is not null;

-- `state` is the state of the first verification; it selects the law for the reward.
create table inaam.participant (
  campaign text not null,
  pseudonym bytea not null check (octet_length(pseudonym) = 16),
  mobile_index bytea not null check (octet_length(mobile_index) = 32),
  state text not null,
  verified_at timestamptz not null,
  details_t bigint not null default 0,
  primary key (campaign, pseudonym),
  unique (campaign, mobile_index)
);
create function inaam.refuse_another_state() returns trigger language plpgsql as $$
begin
  raise exception 'the state of a participant is frozen';
end
$$;
create trigger state_is_frozen before update of state on inaam.participant
  for each row when (new.state is distinct from old.state) execute function inaam.refuse_another_state();

-- To erase a participant's personal data, delete this row and nothing else.
create table inaam.personal_data (
  campaign text not null,
  pseudonym bytea not null,
  mobile_sealed bytea not null,
  name_sealed bytea not null,
  details_sealed bytea,
  primary key (campaign, pseudonym),
  foreign key (campaign, pseudonym) references inaam.participant
);

create table inaam.token (
  campaign text not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  pseudonym bytea not null,
  user_key text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  number bigint generated always as identity,
  primary key (campaign, token_hash),
  foreign key (campaign, pseudonym) references inaam.participant
);
create index token_by_participant on inaam.token (campaign, pseudonym, number) where revoked_at is null;

-- The published commitment (docs/decisions/0013), byte for byte, and its SHA-256: the hash that the
-- ledger starts from.
create table inaam.commitment (
  campaign text primary key,
  document text not null,
  hash bytea not null,
  committed_at timestamptz not null,
  committed_by text not null,
  check (hash = sha256(convert_to(document, 'UTF8')))
);
create trigger commitment_is_append_only before update or delete or truncate on inaam.commitment
  for each statement execute function inaam.refuse_any_change();

-- One row per campaign, locked FOR UPDATE by every draw and ledger entry. `revealed_at` repeats the
-- reveal here, so that a transaction that waited for the lock reads the current value.
create table inaam.head (
  campaign text primary key references inaam.commitment,
  next_ledger bigint not null default 0 check (next_ledger >= 0),
  next_draw bigint not null default 0 check (next_draw >= 0),
  last_hash bytea not null check (octet_length(last_hash) = 32),
  amounts integer[] not null,
  cards integer[] not null,
  blocks integer not null check (blocks >= 1),
  revealed_at timestamptz,
  check (cardinality(amounts) = cardinality(cards) and cardinality(cards) >= 1)
);
create function inaam.refuse_another_deck() returns trigger language plpgsql as $$
begin
  if (new.campaign, new.amounts, new.cards, new.blocks)
    is distinct from (old.campaign, old.amounts, old.cards, old.blocks) then
    raise exception 'the deck was committed to and cannot change';
  end if;
  return new;
end
$$;
create trigger deck_is_fixed before update on inaam.head
  for each row execute function inaam.refuse_another_deck();

-- The cards that remain in each block of the deck, in the order of head.amounts.
create table inaam.deck (
  campaign text not null references inaam.head,
  block integer not null check (block >= 0),
  remaining integer[] not null check (0 <= all (remaining)),
  primary key (campaign, block)
);

-- The secret of the draw, published when no claim is possible any more.
create table inaam.reveal (
  campaign text primary key references inaam.commitment,
  secret bytea not null check (octet_length(secret) >= 32),
  revealed_at timestamptz not null,
  revealed_by text not null
);
create trigger reveal_is_append_only before update or delete or truncate on inaam.reveal
  for each statement execute function inaam.refuse_any_change();

-- The laws on rewards, from the first to the last day (India, both included) that each applies.
create table inaam.law (
  campaign text not null references inaam.commitment,
  state text not null,
  from_day date not null,
  until_day date,
  is_chance_forbidden boolean not null,
  amount integer not null check (amount >= 1),
  citation text not null,
  primary key (campaign, state, from_day),
  check (until_day is null or from_day <= until_day)
);
create trigger law_is_append_only before update or delete or truncate on inaam.law
  for each statement execute function inaam.refuse_any_change();

-- One row per pool: `chance:5`, `reserve:3`, `fixed:Tamil Nadu:3`. A trigger on the reward counts
-- what is granted, so that no statement can grant a reward outside the budget.
create table inaam.budget (
  campaign text not null references inaam.commitment,
  pool text not null,
  kind text not null check (kind in ('chance', 'reserve', 'fixed')),
  state text,
  amount integer not null check (amount >= 1),
  planned bigint not null check (planned >= 0),
  granted bigint not null default 0 check (granted >= 0),
  remaining bigint not null check (remaining >= 0),
  primary key (campaign, pool),
  unique (campaign, pool, kind, amount),
  check (planned = granted + remaining),
  check ((kind = 'fixed') = (state is not null))
);
create function inaam.refuse_budget_change() returns trigger language plpgsql as $$
begin
  if (new.campaign, new.pool, new.kind, new.state, new.amount, new.planned)
    is distinct from (old.campaign, old.pool, old.kind, old.state, old.amount, old.planned) then
    raise exception 'the planned budget was committed to and cannot change';
  end if;
  if pg_trigger_depth() < 2 then
    raise exception 'the budget changes only with the rewards';
  end if;
  return new;
end
$$;
create trigger budget_changes_with_rewards before update on inaam.budget
  for each row execute function inaam.refuse_budget_change();
create trigger budget_is_append_only before delete or truncate on inaam.budget
  for each statement execute function inaam.refuse_any_change();

-- For a campaign that closes with its deck: how many participants each pool can pay, and how many
-- were admitted to it.
create table inaam.admission (
  campaign text not null references inaam.commitment,
  pool text not null,
  capacity bigint not null,
  admitted bigint not null default 0,
  primary key (campaign, pool),
  check (admitted between 0 and capacity)
);

-- At most one reward per participant. A fixed reward has no draw number, so a state where chance is
-- forbidden cannot take part in the draw. `day` is the day in India by the campaign's clock; kind
-- and amount are those of the pool.
create table inaam.reward (
  campaign text not null,
  pseudonym bytea not null,
  amount integer not null check (amount >= 1),
  kind text not null check (kind in ('fixed', 'chance', 'reserve')),
  draw_number bigint check (draw_number >= 0),
  block integer check (block >= 0),
  granted_at timestamptz not null,
  day date not null,
  pool text not null,
  primary key (campaign, pseudonym),
  unique (campaign, draw_number),
  foreign key (campaign, pseudonym) references inaam.participant,
  foreign key (campaign, block) references inaam.deck,
  foreign key (campaign, pool, kind, amount) references inaam.budget (campaign, pool, kind, amount),
  check ((kind = 'chance') = (draw_number is not null) and (kind = 'chance') = (block is not null))
);

-- A trigger instead of a foreign key: a law applies between two dates, and a key would need a row
-- for each state and day. What it reads cannot change concurrently: laws are append-only, and the
-- state of a participant is frozen.
create function inaam.pay_from_budget() returns trigger language plpgsql as $$
declare
  forbidden text;
begin
  select law.state into forbidden
  from added
  join inaam.participant using (campaign, pseudonym)
  join inaam.law on law.campaign = added.campaign and law.state = participant.state and law.is_chance_forbidden
    and added.day between law.from_day and coalesce(law.until_day, 'infinity')
  where added.kind = 'chance'
  limit 1;
  if found then
    raise exception using errcode = 'check_violation', constraint = 'no_chance_where_forbidden',
      message = format('a reward by chance is forbidden in %s', forbidden);
  end if;
  if exists (select from added join inaam.head using (campaign) where head.revealed_at is not null) then
    raise exception using errcode = 'check_violation', constraint = 'nothing_after_the_reveal',
      message = 'nothing is granted after the reveal';
  end if;
  update inaam.budget set granted = granted + paid.rewards, remaining = remaining - paid.rewards
  from (select campaign, pool, count(*) as rewards from added group by campaign, pool) as paid
  where budget.campaign = paid.campaign and budget.pool = paid.pool;
  return null;
end
$$;
create trigger reward_is_paid after insert on inaam.reward
  referencing new table as added
  for each statement execute function inaam.pay_from_budget();
create trigger reward_is_append_only before update or delete or truncate on inaam.reward
  for each statement execute function inaam.refuse_any_change();

-- Verifications and grants in order, each entry chained to the one before by its hash.
create table inaam.ledger (
  campaign text not null,
  number bigint not null check (number >= 0),
  kind text not null check (kind in ('verified', 'granted')),
  pseudonym bytea not null,
  content text not null,
  hash bytea not null check (octet_length(hash) = 32),
  primary key (campaign, number),
  unique (campaign, pseudonym, kind)
);
create trigger ledger_is_append_only before update or delete or truncate on inaam.ledger
  for each statement execute function inaam.refuse_any_change();
create function inaam.refuse_after_reveal() returns trigger language plpgsql as $$
begin
  if exists (select from added join inaam.head using (campaign) where head.revealed_at is not null) then
    raise exception using errcode = 'check_violation', constraint = 'nothing_after_the_reveal',
      message = 'the ledger is closed since the reveal';
  end if;
  return null;
end
$$;
create trigger ledger_ends_with_reveal after insert on inaam.ledger
  referencing new table as added
  for each statement execute function inaam.refuse_after_reveal();

-- SMS to send: `owed` → `assigned` (a voucher code is bound) → `sent` → `delivered` | `failed`. A
-- one-time code skips `assigned`; it is `lapsed` if it was used, replaced or expired before it
-- could be sent.
create table inaam.message (
  id uuid primary key default uuidv7(),
  campaign text not null,
  kind text not null check (kind in ('otp', 'voucher')),
  state text not null default 'owed'
    check (state in ('owed', 'assigned', 'sent', 'delivered', 'failed', 'lapsed')),
  pseudonym bytea,
  user_key text,
  mobile_index bytea,
  code_hash bytea,
  tries integer not null default 0,
  owed_at timestamptz not null,
  sent_at timestamptz,
  ended_at timestamptz,
  provider_reference text,
  reason text,
  foreign key (campaign, pseudonym) references inaam.reward,
  check ((kind = 'voucher') = (pseudonym is not null)),
  check ((kind = 'otp') = (user_key is not null and mobile_index is not null and code_hash is not null))
);
create unique index one_voucher_message_per_reward on inaam.message (campaign, pseudonym)
  where kind = 'voucher';
create index message_by_reference on inaam.message (campaign, provider_reference)
  where provider_reference is not null;
create index message_undone on inaam.message (campaign, owed_at)
  where state in ('owed', 'assigned');

-- The outcome of each attempt to send a message, and of each delivery receipt.
create table inaam.delivery (
  number bigint generated always as identity primary key,
  message_id uuid not null references inaam.message,
  at timestamptz not null,
  outcome text not null check (outcome in ('accepted', 'refused', 'unknown', 'delivered', 'undelivered')),
  reason text
);
create index delivery_by_message on inaam.delivery (message_id);

-- At most one code per reward and one reward per code, permanently.
create table inaam.voucher (
  campaign text not null,
  code_index bytea not null check (octet_length(code_index) = 32),
  code_sealed bytea not null,
  amount integer not null check (amount >= 1),
  loaded_at timestamptz not null,
  pseudonym bytea,
  assigned_at timestamptz,
  primary key (campaign, code_index),
  unique (campaign, pseudonym),
  foreign key (campaign, pseudonym) references inaam.reward,
  check ((pseudonym is null) = (assigned_at is null))
);
create index voucher_in_stock on inaam.voucher (campaign, amount, code_index) where pseudonym is null;

-- Messages of the mailbox provider, which stores them instead of sending them to a phone.
create table inaam.mailbox (
  number bigint generated always as identity primary key,
  campaign text not null,
  message_id uuid not null unique,
  mobile_index bytea not null,
  mobile_sealed bytea not null,
  text_sealed bytea not null,
  at timestamptz not null
);
create index mailbox_by_mobile on inaam.mailbox (campaign, mobile_index, number desc);

-- Running delivery workers. The jobs of a worker whose heartbeat stops are released.
create table inaam.worker (
  id text primary key,
  beat_at timestamptz not null
);

-- Commands of operators: who, when, what and why.
create table inaam.audit (
  number bigint generated always as identity primary key,
  at timestamptz not null,
  operator text not null check (operator <> ''),
  command text not null,
  why text not null check (why <> ''),
  campaign text,
  details jsonb not null
);
create index audit_by_campaign on inaam.audit (campaign, number);
create trigger audit_is_append_only before update or delete or truncate on inaam.audit
  for each statement execute function inaam.refuse_any_change();
