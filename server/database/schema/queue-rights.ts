/**
 * Rights on graphile-worker's own tables. They have row-level security, so each role gets a policy.
 */
export const queueRights: Readonly<Record<string, string>> = {
  inaam_serve: 'select, insert, update',
  inaam_deliver: 'select, insert, update, delete',
  inaam_operator: 'select, insert, update',
  inaam_console: 'select, insert, update',
  inaam_loader: 'select, update',
};

/**
 * Only missing policies are created, because each takes a lock for which all senders of messages
 * wait.
 */
export const queuePolicies = `
  do $$ declare name text; begin
    for name in
      select relname from pg_class where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
      except
      select tablename from pg_policies where schemaname = 'graphile_worker' and policyname = 'inaam_programs'
        and roles @> '{${Object.keys(queueRights).join(',')}}'
    loop
      execute format('drop policy if exists inaam_programs on graphile_worker.%I', name);
      execute format('create policy inaam_programs on graphile_worker.%I to ${Object.keys(queueRights).join(', ')}
        using (true) with check (true)', name);
    end loop;
  end $$`;
