-- What was done with one number, for its time line.
create index concurrently audit_by_number on inaam.audit (campaign, (details ->> 'number'))
  where details ->> 'number' is not null;
