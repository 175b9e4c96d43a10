-- Batches of packs. In some campaigns each pack has a code.
create table inaam.pack_batch (
  campaign text not null,
  batch integer not null,
  -- As the links of a campaign that only counts batches, the ledger and the figures name it.
  label text not null,
  product text not null,
  region text not null,
  codes integer not null,
  -- Of the key in PACK_KEYS with which its codes are made. Null: it has none, or they were loaded.
  key integer,
  -- Loaded ones of which more than one guess in a thousand million hits one.
  is_guessable boolean not null default false,
  state text not null,
  -- Of the last change of its state.
  reason text,
  changed_at timestamptz not null,
  -- How many of its codes were used.
  used integer not null default 0,
  primary key (campaign, batch),
  unique (campaign, label),
  check (batch between 1 and 8191),
  check (codes between 0 and 67108864),
  check (key between 0 and 255),
  check (state in ('draft', 'open', 'closed', 'recalled')),
  check (used between 0 and codes)
);

-- Codes that somebody else has printed: a keyed hash of each.
create table inaam.pack_code (
  campaign text not null,
  pack bytea not null,
  batch integer not null,
  primary key (campaign, pack),
  foreign key (campaign, batch) references inaam.pack_batch,
  check (octet_length(pack) = 16)
);

-- The codes that were used: each once, for one participation.
create table inaam.pack_use (
  campaign text not null,
  -- A keyed hash of the code.
  pack bytea not null,
  batch integer not null,
  pseudonym bytea not null,
  at timestamptz not null,
  -- Of a code that we made, so that `deliver` makes it again before a voucher leaves.
  serial integer,
  -- How often somebody else has tried it since.
  tries integer not null default 0,
  primary key (campaign, pack),
  unique (campaign, pseudonym),
  foreign key (campaign, batch) references inaam.pack_batch,
  foreign key (campaign, pseudonym) references inaam.participation,
  check (octet_length(pack) = 16)
);
create index pack_use_tried on inaam.pack_use (campaign, batch, tries) where tries > 0;

-- Refused codes of an hour: none of ours, used ones, and those of a batch that was not open.
create table inaam.pack_refusal (
  campaign text not null,
  hour timestamptz not null,
  unknown integer not null,
  used integer not null,
  not_open integer not null,
  primary key (campaign, hour)
);
