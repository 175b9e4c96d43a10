-- Measures one verified person by each rule: adds the traces and counts, of each, all with the same
-- source since an hour, a day and a week before, the own one included. One process at a time, so
-- that of two at once the later one sees the first.
create or replace function inaam.add_review_traces(
  of_campaign text, pseudonyms bytea[], rules text[], sources bytea[], times timestamptz[], most integer)
returns table (place bigint, in_hour bigint, in_day bigint, in_week bigint)
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(hashtext('inaam review'), hashtext(of_campaign));
  insert into inaam.review_trace (campaign, rule, source, at, pseudonym)
  select of_campaign, item.rule, item.source, item.at, item.pseudonym
  from unnest(pseudonyms, rules, sources, times) as item (pseudonym, rule, source, at)
  on conflict do nothing;
  return query
    select item.place,
      count(*) filter (where trace.at > item.at - interval '1 hour'),
      count(*) filter (where trace.at > item.at - interval '1 day'),
      count(*)
    from unnest(rules, sources, times) with ordinality as item (rule, source, at, place)
    cross join lateral (
      select review_trace.at from inaam.review_trace
      where review_trace.campaign = of_campaign and review_trace.rule = item.rule
        and review_trace.source = item.source and review_trace.at > item.at - interval '7 days'
      order by review_trace.at desc limit most) as trace
    group by item.place;
end
$$;

-- Whoever is erased, by whichever way, is taken out of every cluster; what was counted stays.
create or replace function inaam.forget_reviewed() returns trigger language plpgsql
as $$
begin
  delete from inaam.review_member using erased
  where review_member.campaign = erased.campaign and review_member.pseudonym = erased.pseudonym;
  update inaam.review_trace set pseudonym = null from erased
  where review_trace.campaign = erased.campaign and review_trace.pseudonym = erased.pseudonym;
  return null;
end
$$;
create or replace trigger reviewed_is_forgotten after delete on inaam.personal_data
  referencing old table as erased
  for each statement execute function inaam.forget_reviewed();
