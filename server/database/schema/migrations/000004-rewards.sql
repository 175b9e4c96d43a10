-- At most one reward per participation, and one bonus after it, for the right answer to its question.
-- A fixed reward has no draw number, so a state where chance is forbidden cannot take part in the
-- draw. `day` is the day in India by the campaign's clock; kind and amount are those of the pool.
create table inaam.reward (
  campaign text not null,
  pseudonym bytea not null,
  amount integer not null check (amount >= 1),
  kind text not null check (kind in ('fixed', 'chance', 'reserve', 'bonus')),
  is_bonus boolean not null generated always as (kind = 'bonus') stored,
  draw_number bigint check (draw_number >= 0),
  block integer check (block >= 0),
  granted_at timestamptz not null,
  day date not null,
  pool text not null,
  primary key (campaign, pseudonym, is_bonus),
  -- A voucher is of the amount that was granted.
  unique (campaign, pseudonym, is_bonus, amount),
  foreign key (campaign, pseudonym) references inaam.participation,
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
  kind text not null check (kind in ('verified', 'granted', 'amended', 'bonus')),
  pseudonym bytea,
  content text not null,
  hash bytea not null check (octet_length(hash) = 32),
  primary key (campaign, number),
  unique (campaign, pseudonym, kind),
  constraint ledger_pseudonym_check check ((kind = 'amended') = (pseudonym is null))
);

alter table inaam.ledger alter column campaign set (n_distinct = 1);
alter table inaam.reward alter column campaign set (n_distinct = 1);
