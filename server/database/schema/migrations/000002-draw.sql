-- What a campaign committed to before its first day (docs/decisions/0013-a-committed-draw.md), and
-- what is left of it. Only an amendment changes what was committed to.

-- The published commitment, byte for byte, and its SHA-256: the hash that the ledger starts from.
create table inaam.commitment (
  campaign text primary key,
  document text not null,
  hash bytea not null,
  committed_at timestamptz not null,
  committed_by text not null,
  check (hash = sha256(convert_to(document, 'UTF8')))
);

-- One row per campaign, locked FOR UPDATE by every draw and ledger entry.
create table inaam.head (
  campaign text primary key references inaam.commitment,
  next_ledger bigint not null default 0 check (next_ledger >= 0),
  next_draw bigint not null default 0 check (next_draw >= 0),
  last_hash bytea not null check (octet_length(last_hash) = 32),
  amounts integer[] not null,
  cards integer[] not null,
  blocks integer not null check (blocks >= 1),
  -- Repeats the reveal, so that a transaction that waited for the lock reads the current value.
  revealed_at timestamptz,
  -- While it is set, nothing is granted. It is here since whoever grants has locked this row:
  -- nothing is granted once a pause is committed (docs/decisions/0028-a-pause.md).
  paused_at timestamptz,
  last_day date not null,
  check (cardinality(amounts) = cardinality(cards) and cardinality(cards) >= 1)
);

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

-- One row per pool: `chance:5`, `reserve:3`, `fixed:Tamil Nadu:3`. Triggers count what is promised
-- and granted, so that no statement can grant a reward outside the budget.
create table inaam.budget (
  campaign text not null references inaam.commitment,
  pool text not null,
  kind text not null check (kind in ('chance', 'reserve', 'fixed')),
  state text,
  amount integer not null check (amount >= 1),
  planned bigint not null check (planned >= 0),
  granted bigint not null default 0 check (granted >= 0),
  remaining bigint not null check (remaining >= 0),
  -- Fixed rewards and the reserve that are promised and not granted yet: they are part of what
  -- remains, and nobody else gets them.
  promised bigint not null default 0,
  primary key (campaign, pool),
  unique (campaign, pool, kind, amount),
  check (planned = granted + remaining),
  check ((kind = 'fixed') = (state is not null)),
  check (promised between 0 and remaining)
);

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

-- Adds to deck, reserve and fixed rewards, or moves the last day
-- (docs/decisions/0031-amendments.md). `number`, `content` and `hash` are those of the ledger's
-- entry. `pools` and `added`: how much each pool of the budget gains.
create table inaam.amendment (
  campaign text not null references inaam.commitment,
  number bigint not null,
  content text not null,
  hash bytea not null check (octet_length(hash) = 32),
  at timestamptz not null,
  blocks integer not null check (blocks >= 0),
  last_day date not null,
  pools text[] not null,
  added bigint[] not null check (0 <= all (added)),
  primary key (campaign, number),
  check (cardinality(pools) = cardinality(added))
);

-- Verified numbers, and what each was promised at the verification
-- (docs/decisions/0022-bound-at-the-verification.md).

-- `state` is the state of the first verification; it selects the law for the reward. The promise is
-- a draw number, a place in a pool of the budget, or nothing.
create table inaam.participant (
  campaign text not null,
  pseudonym bytea not null check (octet_length(pseudonym) = 16),
  mobile_index bytea not null check (octet_length(mobile_index) = 32),
  state text not null,
  verified_at timestamptz not null,
  details_t bigint not null default 0,
  promise text not null default 'none' check (promise in ('chance', 'fixed', 'reserve', 'none')),
  draw_number bigint check (draw_number >= 0),
  promised_pool text,
  primary key (campaign, pseudonym),
  foreign key (campaign, promised_pool) references inaam.budget,
  check ((promise = 'chance') = (draw_number is not null)),
  check ((promise in ('fixed', 'reserve')) = (promised_pool is not null))
);
-- Both have a condition, even where it is always true, so that only a look-up that implies it can
-- use the index. If a vacuum has recorded a table as empty, all its indexes that begin with the
-- campaign cost the same and the newest one wins: a look-up by pseudonym would read all draw
-- numbers.
create unique index one_participant_per_draw_number on inaam.participant (campaign, draw_number)
  where draw_number is not null;
create unique index one_participant_per_mobile on inaam.participant (campaign, mobile_index)
  where mobile_index is not null;

-- Who a participant is, apart from what the books need: erasure deletes this row.
create table inaam.personal_data (
  campaign text not null,
  pseudonym bytea not null,
  mobile_sealed bytea not null,
  name_sealed bytea not null,
  details_sealed bytea,
  created_at timestamptz not null default now(),
  primary key (campaign, pseudonym),
  foreign key (campaign, pseudonym) references inaam.participant
);
create index personal_data_by_age on inaam.personal_data (created_at);

-- Sessions.
create table inaam.token (
  campaign text not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  pseudonym bytea not null,
  user_key text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  number bigint generated always as identity,
  -- From which network it was opened: 16 bytes of a keyed hash, never the address.
  network bytea,
  primary key (campaign, token_hash),
  foreign key (campaign, pseudonym) references inaam.participant
);
create index token_by_age on inaam.token (expires_at);
-- Also of revoked ones: each names a device.
create index token_by_participant on inaam.token (pseudonym, number);

-- Withdrawal of consent and erasure, by the person and by an operator
-- (docs/decisions/0024-erasure-by-the-person.md). What stays has no name and no number in it: the
-- keyed index, the state and the reward, so that the number cannot claim twice and the ledger still
-- verifies; the limits, so that erasure does not reset them.

-- Who withdrew while a voucher was owed: erased once it is sent.
create table inaam.withdrawal (
  campaign text not null,
  pseudonym bytea not null,
  at timestamptz not null,
  primary key (campaign, pseudonym),
  foreign key (campaign, pseudonym) references inaam.participant
);

-- What a proof (the hash of a token or of a code) was answered, for a call whose answer was lost.
-- The token and the code are gone: nothing leads from here to a number.
create table inaam.erasure_receipt (
  campaign text not null,
  proof bytea not null check (octet_length(proof) = 32),
  erased text not null check (erased in ('now', 'afterVoucher')),
  at timestamptz not null,
  primary key (campaign, proof)
);
create index erasure_receipt_by_age on inaam.erasure_receipt (at);

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
  foreign key (campaign, pseudonym) references inaam.participant,
  foreign key (campaign, block) references inaam.deck,
  foreign key (campaign, pool, kind, amount) references inaam.budget (campaign, pool, kind, amount),
  check ((kind = 'chance') = (draw_number is not null) and (kind = 'chance') = (block is not null))
);
create unique index one_reward_per_draw_number on inaam.reward (campaign, draw_number)
  where draw_number is not null;

-- Verifications, grants and amendments in order, each entry chained to the one before by its hash.
create table inaam.ledger (
  campaign text not null,
  number bigint not null check (number >= 0),
  kind text not null check (kind in ('verified', 'granted', 'amended')),
  pseudonym bytea,
  content text not null,
  hash bytea not null check (octet_length(hash) = 32),
  primary key (campaign, number),
  unique (campaign, pseudonym, kind),
  constraint ledger_pseudonym_check check ((kind = 'amended') = (pseudonym is null))
);
