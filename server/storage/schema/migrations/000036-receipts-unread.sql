-- How many receipts of each path were not understood in the last week, and why. What was in them is
-- not stored.
create table inaam.sms_unread (
  campaign text not null,
  path text not null,
  reason text not null,
  times integer not null,
  last_at timestamptz not null,
  primary key (campaign, path, reason)
);
