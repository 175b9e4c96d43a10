-- PostgreSQL 15 to 17 have no uuidv7(): the ids of messages come from a function of our own. The
-- first 60 bits are the time in microseconds, so that an index of them grows at its end.
create function inaam.time_ordered_uuid() returns uuid language sql volatile parallel safe
as $$
  select encode(
    substring(int8send(us / 1000) from 3)
      || int2send((28672 + us % 1000 * 4096 / 1000)::smallint)
      || substring(uuid_send(gen_random_uuid()) from 9),
    'hex')::uuid
  from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as us) as clock
$$;

alter table inaam.message alter column id set default inaam.time_ordered_uuid();

-- The stand-in that older servers got for the first migration (migrate.ts).
drop function if exists inaam.uuidv7();
