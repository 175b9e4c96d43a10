-- What one person did, newest first.
create index concurrently audit_by_operator on inaam.audit (campaign, operator, number);
