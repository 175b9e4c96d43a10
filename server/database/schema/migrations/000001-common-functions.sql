-- The schema of the first release: the files up to 000013, one for each subject
-- (docs/decisions/0046-one-schema-for-the-first-release.md). A file is never changed once it was
-- released: later changes are files of their own.
--
-- Every key starts with the campaign. Times are wall-clock times unless noted otherwise.
-- `_sealed` columns are ciphertext (AES-256-GCM, key id first). `_index` columns are keyed hashes
-- (HMAC-SHA-256): unique and searchable, but not readable.
--
-- Functions lock and read in several statements: each statement sees what was committed while the
-- one before it waited for a lock, which a single statement would not see.
--
-- Their settings (`enable_seqscan` and others) keep them at look-ups by whole keys: a connection
-- keeps the plans that it made while the tables were empty, and these must be right when the tables
-- have millions of rows (docs/decisions/0004-storage-takes-batches.md).

create function inaam.refuse_any_change() returns trigger language plpgsql as $$
begin
  raise exception 'inaam.% is append-only', tg_table_name;
end
$$;

-- PostgreSQL 15 to 17 have no uuidv7(). The first 60 bits are the time in microseconds, so that an
-- index of such ids grows at its end.
create function inaam.time_ordered_uuid() returns uuid language sql volatile parallel safe
as $$
  select encode(
    substring(int8send(us / 1000) from 3)
      || int2send((28672 + us % 1000 * 4096 / 1000)::smallint)
      || substring(uuid_send(gen_random_uuid()) from 9),
    'hex')::uuid
  from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as us) as clock
$$;

-- graphile-worker's own function for adding jobs looks for their keys among all jobs. Its plan is
-- often made while the queue is recorded as empty, and then reads the whole queue: while SMS are
-- slow, each code request would read everything that waits. Jobs without a key are inserted
-- directly, and need the id of their task.
create function inaam.task_id(task text) returns integer language plpgsql as $$
declare
  found_id integer;
begin
  select id into found_id from graphile_worker._private_tasks where identifier = task;
  if found_id is null then
    insert into graphile_worker._private_tasks (identifier) values (task)
    on conflict (identifier) do update set identifier = excluded.identifier
    returning id into found_id;
  end if;
  return found_id;
end
$$;
