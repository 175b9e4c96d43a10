-- graphile-worker adds jobs by a function that looks for their keys among all jobs. Its plan is
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
