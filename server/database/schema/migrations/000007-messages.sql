-- SMS: what is owed, what was tried and what was received. Voucher codes are in 000008.

-- SMS to send: `owed` → `assigned` (a voucher code is bound) → `sent` → `delivered` | `failed`. A
-- one-time code skips `assigned`; it is `lapsed` if it was used, replaced or expired before it
-- could be sent. A voucher that failed is sent again when a person asks for it, or settled by hand:
-- then it is `settled`.
create table inaam.message (
  id uuid primary key default inaam.time_ordered_uuid(),
  campaign text not null,
  kind text not null check (kind in ('otp', 'voucher')),
  state text not null default 'owed'
    check (state in ('owed', 'assigned', 'sent', 'delivered', 'failed', 'lapsed', 'settled')),
  pseudonym bytea,
  user_key text,
  mobile_index bytea,
  code_hash bytea,
  tries integer not null default 0,
  owed_at timestamptz not null,
  sent_at timestamptz,
  ended_at timestamptz,
  provider_reference text,
  reason text,
  -- Of a guarded code, which belongs to no challenge: the time that it is known by, and the code.
  guarded_at timestamptz,
  code_sealed bytea,
  -- The path that the message took: its receipt comes from there, and one that may have accepted a
  -- voucher keeps it (docs/decisions/0025-sms-paths.md).
  path text,
  resends integer not null default 0 check (resends between 0 and 3),
  -- Whether sending a failed message again makes sense: yes, no, or once its cause is mended.
  try_again text check (try_again in ('yes', 'no', 'mended')),
  -- Since when the voucher may be with a provider, while nobody knows what became of it.
  sending_since timestamptz,
  foreign key (campaign, pseudonym) references inaam.reward,
  check ((kind = 'voucher') = (pseudonym is not null)),
  constraint message_of_code check ((kind = 'otp') = (user_key is not null
    and mobile_index is not null and (code_hash is null) <> (guarded_at is null))),
  check (guarded_at is not null or code_sealed is null),
  check (state = 'owed' or code_sealed is null),
  check (state <> 'settled' or (kind = 'voucher' and ended_at is not null))
);
create unique index one_voucher_message_per_reward on inaam.message (campaign, pseudonym)
  where kind = 'voucher';
create index message_by_reference on inaam.message (campaign, provider_reference)
  where provider_reference is not null;
create index message_undone on inaam.message (campaign, owed_at)
  where state in ('owed', 'assigned');
-- The messages of one number: for its owner, for an operator who helps, and for erasure.
create index message_by_mobile on inaam.message (mobile_index) where mobile_index is not null;
-- However many devices and processes ask at once, a guarded code is sent once.
create unique index one_message_per_guarded_code on inaam.message (campaign, mobile_index, guarded_at)
  where guarded_at is not null;
-- Not partial, or it would be taken for a look-up by key: of vouchers the time is null.
create index code_message_by_age on inaam.message ((case when kind = 'otp' then owed_at end));
-- Vouchers that failed are debts until they are sent again or settled.
create index message_failed on inaam.message (campaign, owed_at)
  where kind = 'voucher' and state = 'failed';
create index voucher_without_receipt on inaam.message (campaign, path, sent_at)
  where kind = 'voucher' and state = 'sent' and path is not null and reason is null;
-- Which vouchers failed, or have no receipt, for a reason: some are sent again by it.
create index message_by_reason on inaam.message (campaign, reason, owed_at)
  where kind = 'voucher' and state in ('failed', 'sent') and reason is not null;

-- The outcome of each attempt to send a message, and of each delivery receipt.
create table inaam.delivery (
  number bigint generated always as identity primary key,
  message_id uuid not null references inaam.message,
  at timestamptz not null,
  outcome text not null
    check (outcome in ('accepted', 'refused', 'unknown', 'delivered', 'undelivered', 'resent')),
  reason text,
  path text
);
create index delivery_by_message on inaam.delivery (message_id);

-- Receipts of delivery (docs/decisions/0026-sms-receipts.md). They are stored as they come, by the
-- site or by a link to an SMSC, and applied by `deliver`: one may be here before the message that
-- it is about.
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

-- Messages of the mailbox provider, which stores them instead of sending them to a phone.
create table inaam.mailbox (
  number bigint generated always as identity primary key,
  campaign text not null,
  message_id uuid not null unique,
  mobile_index bytea not null,
  mobile_sealed bytea not null,
  text_sealed bytea not null,
  at timestamptz not null
);
create index mailbox_by_mobile on inaam.mailbox (campaign, mobile_index, number desc);
create index mailbox_by_age on inaam.mailbox (at);

-- Running delivery workers. The jobs of a worker whose heartbeat stops are released.
create table inaam.worker (
  id text primary key,
  beat_at timestamptz not null
);
