-- Receipts of delivery (docs/decisions/0026). They are stored as they come, by the site or by a link
-- to an SMSC, and applied by `deliver`: one may be here before the message that it is about.
create table inaam.sms_receipt (
  number bigint generated always as identity primary key,
  campaign text not null,
  path text not null,
  -- The provider's, or the message's id.
  reference text not null,
  outcome text not null check (outcome in ('delivered', 'undelivered')),
  reason text,
  try_again text,
  at timestamptz not null,
  -- Not looked at before.
  due_at timestamptz not null,
  unique (campaign, path, reference, outcome)
);
create index sms_receipt_due on inaam.sms_receipt (campaign, due_at);
create index sms_receipt_by_age on inaam.sms_receipt (at);

-- Whether sending a failed message again makes sense: yes, no, or once its cause is mended.
alter table inaam.message add column try_again text
  check (try_again in ('yes', 'no', 'mended'));

-- Vouchers whose receipt is missing.
create index voucher_without_receipt on inaam.message (campaign, path, sent_at)
  where kind = 'voucher' and state = 'sent' and path is not null and reason is null;
