-- Facts are counted for the console's figures later, by `deliver`, and not by triggers that a call
-- waits for (docs/decisions/0037-figures-from-facts.md). `written`: the transaction that inserted
-- the row; null if triggers have counted it.
alter table inaam.visit add column written xid8;
alter table inaam.message add column written xid8;
alter table inaam.delivery add column written xid8;

-- What becomes of rows that may be counted already: of a message that changes, and of what an
-- erasure deletes. `written` is that of the row, `noted` the transaction of the change.
create table inaam.figure_change (
  noted xid8 not null default pg_current_xact_id(),
  written xid8,
  campaign text not null,
  hour timestamptz not null,
  figure text not null,
  label text not null,
  change bigint not null
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
