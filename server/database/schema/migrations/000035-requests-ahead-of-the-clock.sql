-- A phone whose clock was ahead signs its next request with an earlier time once its clock is
-- right. Requests are therefore ordered by the time that was signed or the time at which they came,
-- whichever is earlier; those ahead of the server's clock are known again each by its own time.
-- `requested_t` remains the newest time that was signed.
alter table inaam.challenge add column ordered_t bigint;
alter table inaam.challenge add column ahead_ts bigint[] not null default '{}';
