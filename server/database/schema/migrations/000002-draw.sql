-- What a campaign committed to before its first day (docs/decisions/README.md#0013-a-committed-draw), and
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
  -- nothing is granted once a pause is committed (docs/decisions/README.md#0028-a-pause).
  paused_at timestamptz,
  last_day date not null,
  -- Of a demonstration or a test: its days are not those of the database's clock.
  has_own_clock boolean not null default false,
  check (cardinality(amounts) = cardinality(cards) and cardinality(cards) >= 1)
);

-- How many entries of the ledger `draw` has checked: `deliver` sends no voucher of a later one, and
-- none while `stopped_at` is a wrong one. What is wrong among the first `decided` entries, people
-- have set aside; `set_aside` is what `draw` has found there. Before its first start there is no row.
create table inaam.checked_ledger (
  campaign text primary key references inaam.commitment,
  entries bigint not null,
  stopped_at bigint,
  set_aside bigint[] not null default '{}',
  decided bigint not null default 0
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
  revealed_at timestamptz not null
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
  kind text not null check (kind in ('chance', 'reserve', 'fixed', 'bonus')),
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
-- (docs/decisions/README.md#0031-amendments). `number`, `content` and `hash` are those of the ledger's
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
