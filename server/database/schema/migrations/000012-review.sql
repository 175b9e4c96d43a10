-- Numbers and devices that look like one hand, and vouchers that are held until a person has looked
-- (docs/decisions/0038-review.md).

create table inaam.review_rule (
  campaign text not null,
  rule text not null check (rule in ('device', 'network', 'block', 'guesses')),
  mode text not null check (mode in ('off', 'watch', 'hold')),
  threshold integer not null check (threshold between 2 and 200),
  window_hours integer not null check (window_hours in (1, 24, 168)),
  primary key (campaign, rule)
);

-- Which verified numbers have something in common, for as long as a rule looks back. Without a
-- pseudonym: the person was erased, and still counts.
create table inaam.review_trace (
  number bigint generated always as identity primary key,
  campaign text not null,
  rule text not null,
  -- A keyed hash of the device, the network or the thousand numbers.
  source bytea not null check (octet_length(source) = 16),
  -- Of the verification.
  at timestamptz not null,
  pseudonym bytea
);
create unique index one_review_trace_per_person on inaam.review_trace (campaign, pseudonym, rule)
  where pseudonym is not null;
create index review_trace_by_source on inaam.review_trace (campaign, rule, source, at);
create index review_trace_by_age on inaam.review_trace (at);

-- The highest that was measured at one of its members, within an hour, a day and a week.
create table inaam.review_cluster (
  number bigint generated always as identity primary key,
  campaign text not null,
  rule text not null,
  source bytea not null check (octet_length(source) = 16),
  last_at timestamptz not null,
  in_hour integer not null,
  in_day integer not null,
  in_week integer not null,
  unique (campaign, rule, source)
);
create index review_cluster_by_time on inaam.review_cluster (campaign, rule, last_at, number);
create index review_cluster_by_age on inaam.review_cluster (last_at);

-- With zeros: somebody who came before the others.
create table inaam.review_member (
  campaign text not null,
  pseudonym bytea not null,
  rule text not null,
  cluster bigint not null references inaam.review_cluster on delete cascade,
  at timestamptz not null,
  in_hour integer not null,
  in_day integer not null,
  in_week integer not null,
  primary key (campaign, pseudonym, rule)
);
create index review_member_of_cluster on inaam.review_member (cluster, at);
create index review_member_by_time on inaam.review_member (campaign, rule, at);
create index review_member_by_age on inaam.review_member (at);

-- What was decided about a voucher. The message stays as it is: owed, and its days go on.
create table inaam.review_hold (
  campaign text not null,
  pseudonym bytea not null,
  state text not null check (state in ('held', 'released', 'refused')),
  at timestamptz not null,
  -- Who did it and why; a rule has its name here, too.
  decided_by text not null check (decided_by <> ''),
  why text not null check (why <> ''),
  -- The refusal that somebody else has to confirm.
  proposed_at timestamptz,
  proposed_by text,
  proposed_why text,
  -- False once delivery has put its job away.
  has_job boolean not null default true,
  -- Who proposed it, as the company's provider of single sign-on knows them: keyed hashes, as in
  -- `console_identity`. The account may be closed, and the same person invited under another name,
  -- before the refusal is confirmed.
  proposed_as bytea[],
  primary key (campaign, pseudonym),
  foreign key (campaign, pseudonym) references inaam.reward,
  check ((proposed_at is null) = (proposed_by is null) and (proposed_at is null) = (proposed_why is null)),
  check (proposed_at is null or state <> 'released'),
  check (state <> 'refused' or decided_by is distinct from proposed_by)
);
create index review_hold_open on inaam.review_hold (campaign, at) where state = 'held';
create index review_hold_proposed on inaam.review_hold (campaign, proposed_at)
  where state = 'held' and proposed_at is not null;

-- Measures one verified person by each rule: adds the traces and counts, of each, all with the same
-- source since an hour, a day and a week before, the own one included. One process at a time, so
-- that of two at once the later one sees the first.
create function inaam.add_review_traces(
  of_campaign text, pseudonyms bytea[], rules text[], sources bytea[], times timestamptz[], most integer)
returns table (place bigint, in_hour bigint, in_day bigint, in_week bigint)
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1
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
create function inaam.forget_reviewed() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1
as $$
begin
  delete from inaam.review_member using erased
  where review_member.campaign = erased.campaign and review_member.pseudonym = erased.pseudonym;
  update inaam.review_trace set pseudonym = null from erased
  where review_trace.campaign = erased.campaign and review_trace.pseudonym = erased.pseudonym;
  return null;
end
$$;
create trigger reviewed_is_forgotten after delete on inaam.personal_data
  referencing old table as erased
  for each statement execute function inaam.forget_reviewed();
