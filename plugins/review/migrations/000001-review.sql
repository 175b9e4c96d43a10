-- Numbers and devices that look like one hand, and vouchers that are held until a person has looked
-- (docs/decisions/README.md#0038-review).
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
  -- Of the verification.
  at timestamptz not null,
  campaign text not null,
  rule text not null,
  -- A keyed hash of the device, the network or the thousand numbers.
  source bytea not null check (octet_length(source) = 16),
  pseudonym bytea
);
create unique index one_review_trace_per_person on inaam.review_trace (campaign, pseudonym, rule)
  where pseudonym is not null;
-- Without campaign and rule: no two of them have a source in common.
create index review_trace_of_source on inaam.review_trace (source, at);
-- Only the deletion uses it: the condition is always true, but a look-up by source does not imply
-- it. Where a vacuum has recorded the table as empty, such a look-up read all traces by their age.
create index review_trace_due on inaam.review_trace (at) where octet_length(source) = 16;

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
create index review_member_by_age on inaam.review_member (at);

alter table inaam.review_cluster alter column campaign set (n_distinct = 1);
alter table inaam.review_member alter column campaign set (n_distinct = 1);
alter table inaam.review_trace alter column campaign set (n_distinct = 1);
