-- The ledger's entry because of which the draw has stopped.
alter table inaam.site_process add column draw_entry bigint;
