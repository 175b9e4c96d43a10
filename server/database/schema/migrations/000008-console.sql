-- What operators do, and who signs in to the console.

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
-- What was done with one number, for its time line.
create index audit_by_number on inaam.audit (campaign, (details ->> 'number'))
  where details ->> 'number' is not null;
-- How many people an account of the console has looked up lately.
create index audit_of_lookups on inaam.audit (operator, at)
  where command = 'console person find';
-- What was done by one command, or by one person, newest first.
create index audit_by_command on inaam.audit (campaign, command, number);
create index audit_by_operator on inaam.audit (campaign, operator, number);
-- What was done on some days.
create index audit_by_time on inaam.audit (campaign, at);

-- The people of the operator's console and how they sign in (docs/decisions/README.md#0036-console).
-- Tokens and challenges are stored as their SHA-256: who reads these tables cannot sign in.
create table inaam.console_account (
  id uuid primary key default gen_random_uuid(),
  campaign text not null,
  -- `operator` of the audit log, so it is never given to somebody else.
  name text not null check (name <> ''),
  role text not null check (role in ('viewer', 'support', 'manager', 'auditor')),
  created_at timestamptz not null,
  closed_at timestamptz,
  unique (campaign, name)
);

-- What a person of the console may do in further campaigns of the same database. The role in the
-- campaign that the account was made for is in `console_account`.
create table inaam.console_role (
  account uuid not null references inaam.console_account,
  campaign text not null,
  role text not null check (role in ('viewer', 'support', 'manager', 'auditor')),
  created_at timestamptz not null,
  primary key (account, campaign)
);
create index console_role_of_campaign on inaam.console_role (campaign);

create table inaam.console_invitation (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  account uuid not null references inaam.console_account,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index console_invitation_of_account on inaam.console_invitation (account);

create table inaam.console_passkey (
  -- The authenticator's.
  id bytea primary key,
  account uuid not null references inaam.console_account,
  public_key bytea not null,
  -- Stays 0 for passkeys that are on several devices.
  counter bigint not null check (counter >= 0),
  created_at timestamptz not null,
  used_at timestamptz not null
);
create index console_passkey_of_account on inaam.console_passkey (account);

-- Who of the company's provider is which account. The provider and its subject are a keyed hash:
-- who reads this table learns nobody's identity elsewhere.
create table inaam.console_identity (
  identity bytea primary key check (octet_length(identity) = 32),
  account uuid not null references inaam.console_account,
  created_at timestamptz not null,
  used_at timestamptz not null
);
create index console_identity_of_account on inaam.console_identity (account);

create table inaam.console_session (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  account uuid not null references inaam.console_account,
  created_at timestamptz not null,
  used_at timestamptz not null
);
create index console_session_of_account on inaam.console_session (account);
create index console_session_by_use on inaam.console_session (used_at);

-- Those that were used, until they would have ended. Open ones are signed, and not stored.
create table inaam.console_challenge (
  hash bytea primary key check (octet_length(hash) = 32),
  until timestamptz not null
);
create index console_challenge_by_age on inaam.console_challenge (until);

-- Attempts to sign in that have not succeeded, by network address (its keyed index) and passkey.
create table inaam.console_try (
  campaign text not null,
  source text not null,
  tries integer not null check (tries > 0),
  -- When they are forgotten.
  until timestamptz not null,
  primary key (campaign, source)
);
create index console_try_by_age on inaam.console_try (until);
