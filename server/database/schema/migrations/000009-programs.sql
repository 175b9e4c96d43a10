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
