-- The tables of a promotion. Every key starts with the campaign. Times are wall-clock times unless a column
-- says otherwise. What is personal is ciphertext (`…_sealed`, AES-256-GCM with a key id in front); what must
-- be unique or found again without being read is a keyed index (`…_index`, HMAC-SHA-256).

-- The funnel: who came from where. Written in batches, not waited for, never read by a decision.
create table inaam.visit (
  campaign text not null,
  user_key text not null,
  at timestamptz not null,
  query jsonb not null,
  ip_info jsonb
);
create index visit_by_time on inaam.visit (campaign, at);

-- Each answer to the privacy notice, and what the notice said (its hash). The answer with the newest `t` (ms,
-- from the signed call) is the one that counts: a replayed YES does not undo a later NO.
create table inaam.consent (
  campaign text not null,
  user_key text not null,
  t bigint not null,
  answer text not null check (answer in ('YES', 'NO')),
  notice_hash text not null,
  at timestamptz not null,
  primary key (campaign, user_key, t)
);

-- What one device has asked for lately: times of codes sent and of codes tried.
create table inaam.device (
  campaign text not null,
  user_key text not null,
  sends timestamptz[] not null default '{}',
  tries timestamptz[] not null default '{}',
  primary key (campaign, user_key)
);

-- What one mobile number has been sent and how often a code of it was tried, over the whole programme.
create table inaam.number (
  campaign text not null,
  number_index bytea not null check (octet_length(number_index) = 32),
  sends timestamptz[] not null default '{}',
  tries timestamptz[] not null default '{}',
  blocked boolean not null default false,
  primary key (campaign, number_index)
);

-- A registration waiting for its code: one per device and number. `asked_t` is the newest `t` (ms) of a
-- register or resend call that was accepted: an older one is a repeat and changes nothing. Code and person are
-- wiped on use and on expiry.
create table inaam.challenge (
  campaign text not null,
  user_key text not null,
  number_index bytea not null check (octet_length(number_index) = 32),
  asked_t bigint not null,
  registered_at timestamptz not null,
  mobile_sealed bytea,
  pending_sealed bytea,
  code_hash bytea check (octet_length(code_hash) = 32),
  code_sealed bytea,
  code_at timestamptz,
  code_expires_at timestamptz,
  code_used_at timestamptz,
  tries integer not null default 0 check (tries between 0 and 5),
  primary key (campaign, user_key, number_index),
  check ((code_hash is null) = (code_at is null) and (code_hash is null) = (code_expires_at is null))
);
create index challenge_by_registration on inaam.challenge (registered_at) where mobile_sealed is not null;
create index challenge_by_expiry on inaam.challenge (code_expires_at) where code_sealed is not null;

-- Who was verified. `state` is frozen at the first verification: the reward's rule reads it, nothing edits it.
create table inaam.participant (
  campaign text not null,
  pseudonym bytea not null check (octet_length(pseudonym) = 16),
  number_index bytea not null check (octet_length(number_index) = 32),
  state text not null,
  verified_at timestamptz not null,
  details_t bigint not null default 0,
  primary key (campaign, pseudonym),
  unique (campaign, number_index)
);

-- The person behind a pseudonym. Erasing somebody deletes this row and no other.
create table inaam.person (
  campaign text not null,
  pseudonym bytea not null,
  mobile_sealed bytea not null,
  name_sealed bytea not null,
  details_sealed bytea,
  primary key (campaign, pseudonym),
  foreign key (campaign, pseudonym) references inaam.participant
);

-- Access tokens, by their SHA-256.
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

-- One row a campaign: whoever holds it FOR UPDATE orders the ledger and the draw. The deck as it was first
-- shuffled stands here too, so that a changed campaign folder is noticed.
create table inaam.head (
  campaign text primary key,
  next_ledger bigint not null default 0 check (next_ledger >= 0),
  next_draw bigint not null default 0 check (next_draw >= 0),
  last_hash bytea not null check (octet_length(last_hash) = 32),
  denominations integer[] not null,
  cards integer[] not null,
  blocks integer not null check (blocks >= 1),
  reserve_amount integer not null check (reserve_amount >= 1),
  reserve_left integer not null check (reserve_left >= 0),
  check (cardinality(denominations) = cardinality(cards) and cardinality(cards) >= 1)
);

-- One row a block of the deck: what remains of each denomination, in the order of head.denominations.
create table inaam.deck (
  campaign text not null references inaam.head,
  block integer not null check (block >= 0),
  remaining integer[] not null check (0 <= all (remaining)),
  primary key (campaign, block)
);

-- One reward per participant, ever. A fixed reward has no draw number, so that a state where chance is
-- forbidden cannot take part in the draw without this check failing.
create table inaam.reward (
  campaign text not null,
  pseudonym bytea not null,
  amount integer not null check (amount >= 1),
  kind text not null check (kind in ('fixed', 'chance', 'reserve')),
  draw_number bigint check (draw_number >= 0),
  block integer check (block >= 0),
  granted_at timestamptz not null,
  primary key (campaign, pseudonym),
  unique (campaign, draw_number),
  foreign key (campaign, pseudonym) references inaam.participant,
  foreign key (campaign, block) references inaam.deck,
  check ((kind = 'chance') = (draw_number is not null) and (kind = 'chance') = (block is not null))
);

-- What happened, in order, each entry chained to the one before by its hash. Append-only.
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
create function inaam.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end
$$;
create trigger ledger_is_append_only before update or delete or truncate on inaam.ledger
  for each statement execute function inaam.refuse_change();

-- What goes out by SMS: `owed` → `assigned` (a voucher code is bound) → `sent` → `delivered` | `failed`; a
-- one-time code skips `assigned`, and is `lapsed` when it was used or ran out before it could go.
create table inaam.message (
  id uuid primary key default uuidv7(),
  campaign text not null,
  kind text not null check (kind in ('otp', 'voucher')),
  state text not null default 'owed'
    check (state in ('owed', 'assigned', 'sent', 'delivered', 'failed', 'lapsed')),
  pseudonym bytea,
  user_key text,
  number_index bytea,
  code_hash bytea,
  tries integer not null default 0,
  owed_at timestamptz not null,
  sent_at timestamptz,
  ended_at timestamptz,
  provider_reference text,
  reason text,
  foreign key (campaign, pseudonym) references inaam.reward,
  check ((kind = 'voucher') = (pseudonym is not null)),
  check ((kind = 'otp') = (user_key is not null and number_index is not null and code_hash is not null))
);
create unique index one_voucher_message_per_reward on inaam.message (campaign, pseudonym)
  where kind = 'voucher';
create index message_by_reference on inaam.message (campaign, provider_reference)
  where provider_reference is not null;
create index message_undone on inaam.message (campaign, owed_at)
  where state in ('owed', 'assigned');

-- What became of each attempt to send a message, and each receipt that came back for it.
create table inaam.delivery (
  number bigint generated always as identity primary key,
  message_id uuid not null references inaam.message,
  at timestamptz not null,
  outcome text not null check (outcome in ('accepted', 'refused', 'unknown', 'delivered', 'undelivered')),
  reason text
);
create index delivery_by_message on inaam.delivery (message_id);

-- The stock of voucher codes. A code belongs to one reward at most, a reward has one code at most, for good.
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

-- The mailbox provider's store: messages that would have gone to a phone.
create table inaam.mailbox (
  number bigint generated always as identity primary key,
  campaign text not null,
  message_id uuid not null unique,
  to_index bytea not null,
  to_sealed bytea not null,
  text_sealed bytea not null,
  at timestamptz not null
);
create index mailbox_by_number on inaam.mailbox (campaign, to_index, number desc);

-- Workers that are alive: jobs of one that has been silent are taken over.
create table inaam.worker (
  id text primary key,
  beat_at timestamptz not null
);
