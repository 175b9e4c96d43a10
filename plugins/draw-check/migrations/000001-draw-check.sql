-- The nightly verifications of the draw. The head of each is kept: the ledger must go through it.
create table inaam.draw_check (
  campaign text not null,
  at timestamptz not null,
  took_ms integer not null,
  entries bigint not null,
  -- Of the last entry, hex.
  hash text not null,
  -- The verifier's sentence; null: all was right.
  fault text,
  primary key (campaign, at)
);

-- Which process verifies now, until when at the latest, and since when somebody waits for it.
create table inaam.draw_check_turn (
  campaign text primary key,
  until timestamptz not null default '-infinity',
  wanted_at timestamptz
);
