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
