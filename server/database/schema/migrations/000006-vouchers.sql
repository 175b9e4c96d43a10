-- Voucher codes: the stock, and which reward got which code
-- (docs/decisions/README.md#0027-voucher-stock).

-- The codes of one file, which can be withdrawn as long as they are not assigned.
create table inaam.voucher_batch (
  number bigint generated always as identity primary key,
  campaign text not null,
  loaded_at timestamptz not null,
  codes integer not null check (codes >= 1),
  withdrawn_at timestamptz
);

-- At most one code per reward and one reward per code, permanently. No foreign key to the batch: one
-- statement stores a batch and its codes, no program may delete a batch, and looking it up for each
-- code is a third of the time of storing a million.
create table inaam.voucher (
  campaign text not null,
  code_index bytea not null check (octet_length(code_index) = 32),
  code_sealed bytea not null,
  amount integer not null check (amount >= 1),
  loaded_at timestamptz not null,
  pseudonym bytea,
  is_bonus boolean not null default false,
  assigned_at timestamptz,
  batch bigint,
  -- A code that expires before the day that a winner is promised is not given, and those that
  -- expire first are given first.
  expires_on date not null default 'infinity',
  withdrawn_at timestamptz,
  -- The keyed index of the last characters, by which support finds who got the code.
  end_index bytea,
  primary key (campaign, code_index),
  foreign key (campaign, pseudonym, is_bonus) references inaam.reward,
  check ((pseudonym is null) = (assigned_at is null)),
  check (withdrawn_at is null or pseudonym is null)
);
-- Without the codes in stock: the planner would read and sort all of them for the first free one.
create unique index one_voucher_per_reward on inaam.voucher (campaign, pseudonym, is_bonus)
  where pseudonym is not null;
create index voucher_in_stock on inaam.voucher (campaign, amount, expires_on, code_index)
  where pseudonym is null and withdrawn_at is null;
create index voucher_by_batch on inaam.voucher (batch);
create index voucher_by_end on inaam.voucher (campaign, end_index)
  where pseudonym is not null and end_index is not null;
-- How many codes of a batch are left, and until when.
create index voucher_left_of_batch on inaam.voucher (batch, expires_on)
  where pseudonym is null and withdrawn_at is null;

-- What was decided about the vouchers of a participation. The messages stay as they are: owed, and
-- their days go on.
create table inaam.voucher_hold (
  campaign text not null,
  pseudonym bytea not null,
  state text not null check (state in ('held', 'released', 'refused')),
  at timestamptz not null,
  -- Who did it and why; a rule has its name here, too.
  decided_by text not null check (decided_by <> ''),
  why text not null check (why <> ''),
  primary key (campaign, pseudonym),
  foreign key (campaign, pseudonym) references inaam.participation
);
create index voucher_hold_open on inaam.voucher_hold (campaign, at) where state = 'held';

alter table inaam.voucher alter column campaign set (n_distinct = 1);
alter table inaam.voucher_hold alter column campaign set (n_distinct = 1);
