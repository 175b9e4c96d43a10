-- How many people an account of the console has looked up lately.
create index concurrently audit_of_lookups on inaam.audit (operator, at)
  where command = 'console person find';
