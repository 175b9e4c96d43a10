-- 000026 replaces it.
drop index concurrently if exists inaam.send_counter_by_expiry;
