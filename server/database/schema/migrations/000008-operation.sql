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
  -- That it was made for.
  campaign text not null,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  closed_at timestamptz
);

-- What a person of the console may do in a campaign; '*': in each of the database, later ones too.
-- Of two, a manager's counts, then the campaign's own. Null: nothing any more.
create table inaam.console_role (
  account uuid not null references inaam.console_account,
  campaign text not null,
  -- `operator` of the audit log, so it is never given to somebody else.
  name text not null,
  role text check (role in ('viewer', 'support', 'manager', 'auditor')),
  created_at timestamptz not null,
  primary key (account, campaign),
  unique (campaign, name)
);
create index console_role_by_name on inaam.console_role (name);

create table inaam.console_invitation (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  account uuid not null references inaam.console_account,
  -- Who made it in the console, and must still manage what it gives; null: by the command.
  given_by uuid references inaam.console_account,
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

-- Each process of serve, deliver, draw and console says every few seconds that it goes on, so that
-- the console and the commands know what runs where, and of which version.
create table inaam.process (
  campaign text not null,
  id text not null,
  program text not null,
  version text not null,
  host text not null,
  started_at timestamptz not null,
  beat_at timestamptz not null,
  -- 'ready', or why it is not.
  state text not null,
  -- Whether `serve` reaches the draw, and the ledger's entry because of which the draw has stopped.
  draw text,
  draw_entry bigint,
  primary key (campaign, id),
  check (program in ('serve', 'deliver', 'draw', 'console')),
  check (draw in ('up', 'down', 'refused', 'stopped'))
);

-- The cluster and the database that the programs run on. In a copy they do not start.
create table inaam.identity (
  database text not null,
  is_one boolean primary key default true check (is_one)
);

-- By which a program notices that it has another secret than the campaign began with. `value` is a
-- keyed one-way value of the secret; `seals`: something may be sealed with this key of a ring, so
-- that no program may be without it.
create table inaam.secret_check (
  campaign text not null,
  variable text not null,
  key integer not null,
  value bytea not null,
  seals boolean not null,
  primary key (campaign, variable, key),
  check (octet_length(value) = 32)
);

-- Figures for the operator's console (docs/decisions/README.md#0037-figures-as-they-happen). `deliver` counts
-- the facts. What is deleted later was counted, and stays counted.

create table inaam.rollup (
  campaign text not null,
  -- Without a label its Indian hour, with one its Indian day.
  start timestamptz not null,
  figure text not null,
  label text not null,
  amount integer not null,
  count bigint not null,
  primary key (campaign, figure, start, label, amount)
);
create index rollup_by_hour on inaam.rollup (campaign, figure, start) where label = '';

-- What becomes of rows that may be counted already: of a message that changes, and of what an
-- erasure deletes. `written` is that of the row, `noted` the transaction of the change.
create table inaam.figure_change (
  noted xid8 not null default pg_current_xact_id(),
  written xid8,
  campaign text not null,
  hour timestamptz not null,
  figure text not null,
  label text not null,
  change bigint not null,
  -- Whom a note is about, to count it where the fact was counted. A note of a number whose codes are
  -- erased applies unless one of the transactions that wrote them is counted.
  device text,
  pseudonym bytea,
  unless_counted xid8[]
);
create index figure_change_by_transaction on inaam.figure_change (noted);

-- How far `deliver` has counted: all transactions that are visible in `counted`, and the ledger's
-- entries before `ledger`.
create table inaam.figure_progress (
  campaign text primary key,
  counted pg_snapshot not null,
  counted_at timestamptz not null,
  ledger bigint not null
);

-- The console's figures by source, shop, language and state, and by each combination of them: bits
-- of `level` (1, 2, 4, 8) say which of them a row is about, the others are ''. A day has a row of
-- its own; hours are kept for some days.
create table inaam.figure_part (
  campaign text not null,
  level integer not null,
  unit text not null check (unit in ('hour', 'day')),
  start timestamptz not null,
  source text not null,
  shop text not null,
  language text not null,
  state text not null,
  visits integer not null,
  devices integer not null,
  codes integer not null,
  numbers integer not null,
  verified integer not null,
  claims integer not null,
  rewarded integer not null,
  asked integer not null,
  bonuses integer not null,
  wrong integer not null,
  rupees integer not null,
  sent integer not null,
  delivered integer not null,
  failed integer not null,
  primary key (campaign, level, unit, start, source, shop, language, state)
);

alter table inaam.rollup alter column campaign set (n_distinct = 1);
