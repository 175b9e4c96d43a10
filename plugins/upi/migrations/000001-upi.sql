-- Rewards that are paid on UPI. The debt stays the message of its voucher: as long as it is held
-- here, nobody sends that.

-- What `deliver` says of a campaign: which amounts are paid on UPI, the public key that ids are
-- sealed with, and what the provider says of the account.
create table inaam.upi_campaign (
  campaign text primary key,
  amounts integer[] not null,
  key_id integer not null check (key_id between 0 and 255),
  public_key bytea not null check (octet_length(public_key) = 32),
  balance numeric,
  balance_at timestamptz,
  -- Why the provider could not be asked.
  problem text,
  hooked_at timestamptz
);

create table inaam.upi_debt (
  campaign text not null,
  pseudonym bytea not null,
  is_bonus boolean not null,
  message uuid not null unique,
  amount integer not null check (amount >= 1),
  -- `open`: held, and no payout is under way. `voucher`: held no longer. `ended`: nothing is owed.
  state text not null default 'open' check (state in ('open', 'paying', 'paid', 'voucher', 'ended')),
  -- When a voucher is sent if nothing is paid by then.
  until timestamptz not null,
  -- When `deliver` looks at it.
  next_at timestamptz not null,
  attempts integer not null default 0,
  -- Why it waits, or did not stay here.
  why text,
  -- A manager lets it be paid to an id that many numbers have.
  is_allowed boolean not null default false,
  -- Consent has ended: nobody comes back to name an id.
  is_withdrawn boolean not null default false,
  primary key (campaign, pseudonym, is_bonus),
  foreign key (campaign, pseudonym) references inaam.participation
);
create index upi_debt_due on inaam.upi_debt (campaign, next_at) where state = 'open';
create index upi_debt_waiting on inaam.upi_debt (campaign, until) where state in ('open', 'paying');

create table inaam.upi_request (
  id bigint generated always as identity primary key,
  campaign text not null,
  pseudonym bytea not null,
  user_key text not null,
  asked_at timestamptz not null,
  -- Null: of the number itself, until the provider has said which it is.
  id_sealed bytea,
  id_index bytea check (octet_length(id_index) = 16),
  masked text not null,
  -- `asked`: the provider is asked whose it is. `taken`: `deliver` has seen what was decided.
  state text not null default 'asked' check (state in ('asked', 'named', 'taken', 'wrong')),
  name_masked text,
  name_sealed bytea,
  next_at timestamptz not null,
  tries integer not null default 0,
  confirmed_at timestamptz,
  -- Instead, a voucher is wanted.
  is_voucher boolean not null default false,
  foreign key (campaign, pseudonym) references inaam.participation
);
create index upi_request_of_person on inaam.upi_request (campaign, pseudonym, id);
create index upi_request_of_device on inaam.upi_request (campaign, user_key, asked_at);
create index upi_request_due on inaam.upi_request (campaign, next_at) where state = 'asked';
create index upi_request_decided on inaam.upi_request (campaign, id)
  where state = 'named' and (confirmed_at is not null or is_voucher);

create table inaam.upi_payout (
  -- The key that the provider knows it by.
  transfer text primary key,
  campaign text not null,
  pseudonym bytea not null,
  is_bonus boolean not null,
  amount integer not null,
  attempt integer not null check (attempt >= 1),
  masked text,
  id_index bytea check (octet_length(id_index) = 16),
  -- Whose id is paid.
  request bigint,
  state text not null default 'sending'
    check (state in ('sending', 'pending', 'paid', 'failed', 'reversed', 'excess')),
  cause text check (cause in ('wrongId', 'balance', 'bank', 'refused')),
  reference text,
  utr text,
  started_at timestamptz not null,
  sent_at timestamptz not null,
  ended_at timestamptz,
  next_at timestamptz not null,
  asks integer not null default 0,
  unique (campaign, pseudonym, is_bonus, attempt),
  foreign key (campaign, pseudonym, is_bonus) references inaam.upi_debt
);
create unique index one_upi_payout_per_debt on inaam.upi_payout (campaign, pseudonym, is_bonus)
  where state in ('sending', 'pending', 'paid');
create index upi_payout_due on inaam.upi_payout (campaign, next_at) where next_at < 'infinity';
create index upi_payout_of_id on inaam.upi_payout (campaign, id_index) where id_index is not null;
create index upi_payout_by_time on inaam.upi_payout (campaign, started_at);

-- What somebody has sent to the address of the web hook, sealed for `deliver`, which checks it.
create table inaam.upi_event (
  id bigint generated always as identity primary key,
  campaign text not null,
  at timestamptz not null,
  sealed bytea not null
);
create index upi_event_by_time on inaam.upi_event (campaign, id);
create index upi_event_by_age on inaam.upi_event (at);
