-- How many receipts of each path were not understood, and when the last one was, for `doctor`. What
-- was in them is not stored.
create table inaam.sms_receipt_fault (
  campaign text not null,
  path text not null,
  receipts bigint not null,
  last_at timestamptz not null,
  primary key (campaign, path)
);
