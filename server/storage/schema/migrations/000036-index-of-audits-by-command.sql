-- What was done by one command, newest first.
create index concurrently audit_by_command on inaam.audit (campaign, command, number);
