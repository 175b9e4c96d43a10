-- Who is alerted, about what, and what was sent to them.
create table inaam.alert_recipient (
  campaign text not null,
  id uuid primary key,
  name text not null,
  -- An e-mail address.
  target_sealed bytea not null,
  kinds text[] not null,
  -- Of a day in India; null: no daily report.
  report_hour integer,
  -- The last day of which the report was sent, or is not wanted.
  reported_day date,
  -- When to try next. While a process sends, when another one may.
  due_at timestamptz not null default '-infinity',
  -- Since something was last accepted.
  tries integer not null default 0,
  sent_at timestamptz,
  failing_since timestamptz,
  failure text,
  check (report_hour between 0 and 23)
);
create index alert_recipient_by_campaign on inaam.alert_recipient (campaign);

-- What is wrong now.
create table inaam.alert (
  campaign text not null,
  kind text not null,
  level text not null,
  text text not null,
  todo text not null,
  since timestamptz not null,
  -- Since when it is no longer found; null: it is.
  gone_at timestamptz,
  primary key (campaign, kind),
  check (level in ('look', 'act'))
);

-- The last message about it to each recipient, until it was sent that it has ended.
create table inaam.alert_notice (
  recipient uuid not null references inaam.alert_recipient (id) on delete cascade,
  kind text not null,
  event text not null,
  level text not null,
  text text not null,
  todo text not null,
  at timestamptz not null,
  is_pending boolean not null,
  -- Whether any message about it has arrived.
  was_sent boolean not null,
  primary key (recipient, kind),
  check (event in ('begun', 'worse', 'again', 'resolved'))
);

-- Which process looks now: the one that sets the time.
create table inaam.alert_turn (
  campaign text primary key,
  at timestamptz not null
);
