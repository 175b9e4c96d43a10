-- A counter is one row with three windows (docs/decisions/0019-abuse-budget.md): the columns that
-- were there before are of the day. `started_at` is the minute of the newest code.
alter table inaam.send_counter add column minute_count integer not null default 0;
alter table inaam.send_counter add column minute_before integer not null default 0;
alter table inaam.send_counter add column minute_most integer;
alter table inaam.send_counter add column hour_count integer not null default 0;
alter table inaam.send_counter add column hour_before integer not null default 0;
alter table inaam.send_counter add column hour_most integer;
-- A batch that another process has outrun fails, is read again, and is refused by the rule.
alter table inaam.send_counter add constraint codes_within_the_rupees_of_a_minute
  check (minute_count <= minute_most) not valid;
alter table inaam.send_counter add constraint codes_within_the_rupees_of_an_hour
  check (hour_count <= hour_most) not valid;

-- As `read_send_state`, which only programs of the version before call.
create function inaam.read_send_counters(campaign_id text, counters text[], proof_id bytea)
returns json
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
begin
  return json_build_object(
    'isProofUsed', exists (
      select from inaam.used_proof where campaign = campaign_id and proof = proof_id),
    'counters', (
      select json_agg(json_build_object(
        'name', asked.name, 'at', round(extract(epoch from started_at) * 1000)::bigint,
        'minute', json_build_object('count', minute_count, 'before', minute_before),
        'hour', json_build_object('count', hour_count, 'before', hour_before),
        'day', json_build_object('count', count, 'before', count_before)))
      from unnest(counters) as asked (name)
      cross join lateral (
        select * from inaam.send_counter
        where campaign = campaign_id and counter = asked.name limit 1) as stored));
end
$$;
