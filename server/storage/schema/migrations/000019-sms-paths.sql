-- The path that a message took: its receipt comes from there, and one that may have accepted a
-- voucher keeps it (docs/decisions/0025).
alter table inaam.message add column path text;
alter table inaam.delivery add column path text;
