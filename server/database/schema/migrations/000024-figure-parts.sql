-- The language of the page.
alter table inaam.visit add column language text;

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
  rewarded integer not null,
  rupees integer not null,
  sent integer not null,
  delivered integer not null,
  failed integer not null,
  primary key (campaign, level, unit, start, source, shop, language, state)
);

-- Whom a note is about, to count it where the fact was counted. A note of a number whose codes are
-- erased applies unless one of the transactions that wrote them is counted.
alter table inaam.figure_change
  add column device text,
  add column pseudonym bytea,
  add column unless_counted xid8[];
-- functions: 58f80b40684ac019
