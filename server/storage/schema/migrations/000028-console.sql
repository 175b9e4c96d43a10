-- The people of the operator's console and how they sign in (docs/decisions/0036). Tokens and
-- challenges are stored as their SHA-256: who reads these tables cannot sign in.
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

create table inaam.console_session (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  account uuid not null references inaam.console_account,
  created_at timestamptz not null,
  used_at timestamptz not null
);
create index console_session_of_account on inaam.console_session (account);
create index console_session_by_use on inaam.console_session (used_at);

create table inaam.console_challenge (
  hash bytea primary key check (octet_length(hash) = 32),
  campaign text not null,
  -- Null: to sign in.
  invitation bytea references inaam.console_invitation,
  expires_at timestamptz not null
);
create index console_challenge_by_age on inaam.console_challenge (expires_at);
create index console_challenge_of_invitation on inaam.console_challenge (invitation);

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
