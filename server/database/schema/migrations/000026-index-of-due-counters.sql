-- Only the deletion uses it: the condition is always true, but a look-up by key does not imply it.
create index concurrently send_counter_due on inaam.send_counter (expires_at, campaign) where counter <> '';
