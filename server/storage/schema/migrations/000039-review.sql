-- Numbers and devices that look like one hand, and vouchers that are held until a person has looked
-- (docs/decisions/0038).

-- From which network a session was opened: 16 bytes of a keyed hash, never the address.
alter table inaam.token add column network bytea;
-- Since when the voucher may be with a provider, while nobody knows what became of it.
alter table inaam.message add column sending_since timestamptz;

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
  primary key (campaign, pseudonym),
  foreign key (campaign, pseudonym) references inaam.reward,
  check ((proposed_at is null) = (proposed_by is null) and (proposed_at is null) = (proposed_why is null)),
  check (proposed_at is null or state <> 'released'),
  check (state <> 'refused' or decided_by is distinct from proposed_by)
);
create index review_hold_open on inaam.review_hold (campaign, at) where state = 'held';
create index review_hold_proposed on inaam.review_hold (campaign, proposed_at)
  where state = 'held' and proposed_at is not null;

-- The version before needs them from now on, not when all migrations have been applied.
grant select, update (has_job) on inaam.review_hold to inaam_deliver;
grant select, update (pseudonym) on inaam.review_trace to inaam_deliver;
grant select, delete on inaam.review_member to inaam_deliver;

-- Measures one verified person by each rule: adds the traces and counts, of each, all with the same
-- source since an hour, a day and a week before, the own one included. One process at a time, so
-- that of two at once the later one sees the first.
create function inaam.add_review_traces(
  of_campaign text, pseudonyms bytea[], rules text[], sources bytea[], times timestamptz[], most integer)
returns table (place bigint, in_hour bigint, in_day bigint, in_week bigint)
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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

-- As in 000020; a voucher that is held takes no code, is answered as `held`, whatever it was before,
-- and its job ends. The others may be with a provider from now on.
create or replace function inaam.assign_vouchers(of_campaign text, ids uuid[], at timestamptz, valid_until date)
returns table (
  id uuid, state text, resends integer, pseudonym bytea, amount integer, mobile_sealed bytea,
  code_index bytea, code_sealed bytea, assigned_at timestamptz)
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  -- Of two workers on one message the second waits here, then finds the first one's code. Who holds
  -- it locks it, too: either the hold is seen below, or it sees that the voucher is on its way.
  perform from inaam.message where message.id = any (ids) order by message.id for no key update;

  update inaam.review_hold set has_job = false
  from inaam.message
  where message.id = any (ids) and review_hold.campaign = of_campaign
    and review_hold.pseudonym = message.pseudonym and review_hold.state = 'held' and has_job;

  -- Pairs free codes and rewards in order. Codes that another transaction has locked are skipped.
  with known as materialized (
    select * from inaam.message where message.id = any (ids)
      and not exists (
        select from inaam.review_hold as hold
        where hold.campaign = of_campaign and hold.pseudonym = message.pseudonym and hold.state = 'held')),
  due as materialized (
    select reward.amount, known.pseudonym,
      row_number() over (partition by reward.amount order by known.id) as place
    from known
    join inaam.reward using (campaign, pseudonym)
    join inaam.personal_data using (campaign, pseudonym)
    left join inaam.voucher using (campaign, pseudonym)
    where campaign = of_campaign and known.kind = 'voucher'
      and known.state in ('owed', 'assigned') and voucher.code_index is null),
  free as materialized (
    select demand.amount, code.code_index
    from (select amount, count(*) as codes from due group by amount) as demand
    cross join lateral (
      select voucher.code_index from inaam.voucher
      where voucher.campaign = of_campaign and voucher.amount = demand.amount
        and voucher.pseudonym is null and voucher.withdrawn_at is null
        and voucher.expires_on >= valid_until
      order by voucher.expires_on, voucher.code_index limit demand.codes for update skip locked) as code),
  placed as (
    select amount, code_index, row_number() over (partition by amount order by code_index) as place
    from free)
  update inaam.voucher set pseudonym = due.pseudonym, assigned_at = at
  from placed join due using (amount, place)
  where voucher.campaign = of_campaign and voucher.code_index = placed.code_index;

  with known as materialized (
    select * from inaam.message where message.id = any (ids)
      and not exists (
        select from inaam.review_hold as hold
        where hold.campaign = of_campaign and hold.pseudonym = message.pseudonym and hold.state = 'held')),
  paid as materialized (
    select known.id from known join inaam.voucher using (campaign, pseudonym)
    join inaam.personal_data using (campaign, pseudonym)
    where campaign = of_campaign and known.state in ('owed', 'assigned'))
  update inaam.message set state = 'assigned', sending_since = at from paid where message.id = paid.id;

  return query
    with known as materialized (
      select * from inaam.message where message.id = any (ids))
    select known.id,
      case when hold.state = 'held' and known.state in ('owed', 'assigned') then 'held' else known.state end,
      known.resends, known.pseudonym, reward.amount, personal_data.mobile_sealed,
      voucher.code_index, voucher.code_sealed, voucher.assigned_at
    from known
    join inaam.reward using (campaign, pseudonym)
    left join inaam.personal_data using (campaign, pseudonym)
    left join inaam.voucher using (campaign, pseudonym)
    left join inaam.review_hold as hold using (campaign, pseudonym)
    where campaign = of_campaign and known.kind = 'voucher';
end
$$;

-- Whoever is erased, by whichever way, is taken out of every cluster; what was counted stays.
create function inaam.forget_reviewed() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
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
