-- What was done on some days.
create index concurrently audit_by_time on inaam.audit (campaign, at);
