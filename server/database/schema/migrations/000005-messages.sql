-- SMS: what is owed, what was tried and what was received.

-- PostgreSQL 15 to 17 have no uuidv7(). The first 60 bits are the time in microseconds, so that an
-- index of such ids grows at its end. It is here as a column's default needs it.
create function inaam.time_ordered_uuid() returns uuid language sql volatile parallel safe
as $$
  select encode(
    substring(int8send(us / 1000) from 3)
      || int2send((28672 + us % 1000 * 4096 / 1000)::smallint)
      || substring(uuid_send(gen_random_uuid()) from 9),
    'hex')::uuid
  from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as us) as clock
$$;

-- SMS to send: `owed` → `assigned` (a voucher code is bound) → `sent` → `delivered` | `failed`. A
-- one-time code skips `assigned`; it is `lapsed` if it was used, replaced or expired before it
-- could be sent. A voucher that failed is sent again when a person asks for it, or settled by hand:
-- then it is `settled`. The message is the job: `deliver` takes the owed messages that are due,
-- codes before vouchers.
create table inaam.message (
  id uuid primary key default inaam.time_ordered_uuid(),
  campaign text not null,
  kind text not null check (kind in ('otp', 'voucher')),
  state text not null default 'owed'
    check (state in ('owed', 'assigned', 'sent', 'delivered', 'failed', 'lapsed', 'settled')),
  pseudonym bytea,
  -- Whether the voucher is that of the bonus.
  is_bonus boolean not null default false,
  -- Of the voucher: those that wait for a code are found by it.
  voucher_amount integer,
  user_key text,
  mobile_index bytea,
  code_hash bytea,
  tries integer not null default 0,
  owed_at timestamptz not null,
  sent_at timestamptz,
  ended_at timestamptz,
  provider_reference text,
  reason text,
  -- Of a guarded code, which belongs to no code request: the time that it is known by, and the code.
  guarded_at timestamptz,
  code_sealed bytea,
  -- The path that the message took: its receipt comes from there, and one that may have accepted a
  -- voucher keeps it (docs/decisions/README.md#0025-sms-paths).
  path text,
  resends integer not null default 0 check (resends between 0 and 3),
  -- Since when the voucher may be with a provider, while nobody knows what became of it.
  sending_since timestamptz,
  -- When to try it next; `infinity`: held.
  due_at timestamptz not null default now(),
  -- Among codes that are due, those of a lower number are sent first.
  priority integer not null default 0,
  -- Set while a process sends it, which alone ends that; another process takes it over after it has
  -- seen the same value for as long as a lease.
  leased_until timestamptz,
  -- Tries since it was last owed, put off or brought forward.
  attempts integer not null default 0,
  -- As in inaam.visit.
  written xid8 default pg_current_xact_id(),
  foreign key (campaign, pseudonym, is_bonus, voucher_amount)
    references inaam.reward (campaign, pseudonym, is_bonus, amount),
  check ((kind = 'voucher') = (pseudonym is not null)),
  check ((kind = 'voucher') = (voucher_amount is not null)),
  constraint message_of_code check ((kind = 'otp') = (user_key is not null
    and mobile_index is not null and (code_hash is null) <> (guarded_at is null))),
  check (guarded_at is not null or code_sealed is null),
  check (state = 'owed' or code_sealed is null),
  check (state <> 'settled' or (kind = 'voucher' and ended_at is not null))
);
create unique index one_voucher_message_per_reward on inaam.message (campaign, pseudonym, is_bonus)
  where kind = 'voucher';
create index message_by_reference on inaam.message (campaign, provider_reference)
  where provider_reference is not null;
create index message_undone on inaam.message (campaign, owed_at)
  where state in ('owed', 'assigned');
-- However many devices and processes ask at once, a guarded code is sent once.
create unique index one_message_per_guarded_code on inaam.message (campaign, mobile_index, guarded_at)
  where guarded_at is not null;
-- Not partial, or it would be taken for a look-up by key: of vouchers the time is null.
create index code_message_by_age on inaam.message ((case when kind = 'otp' then owed_at end));
create index voucher_owed on inaam.message (campaign, voucher_amount, owed_at)
  where kind = 'voucher' and state = 'owed';
-- Vouchers that failed are debts until they are sent again or settled.
create index message_failed on inaam.message (campaign, owed_at)
  where kind = 'voucher' and state = 'failed';
create index voucher_without_receipt on inaam.message (campaign, path, sent_at)
  where kind = 'voucher' and state = 'sent' and path is not null and reason is null;
-- Which vouchers failed, or have no receipt, for a reason: some are sent again by it.
create index message_by_reason on inaam.message (campaign, reason, owed_at)
  where kind = 'voucher' and state in ('failed', 'sent') and reason is not null;
-- The newest messages that failed, codes as well, without reading all that were ever sent.
create index message_failed_by_end on inaam.message (campaign, ended_at desc nulls last, id desc)
  where state = 'failed';
-- An erasure locks the messages of a number in the order of their ids. Without the id, it reads all
-- messages by their key where nothing may be sorted.
create index message_by_mobile_and_id on inaam.message (mobile_index, id)
  where mobile_index is not null;
-- The condition is not that of `message_undone`, so that nobody who looks for what is due reads what
-- is owed in the order of its age.
create index message_due on inaam.message (campaign, kind, priority, due_at)
  where state not in ('sent', 'delivered', 'failed', 'lapsed', 'settled');
create index message_by_transaction on inaam.message (written) where written is not null;

-- The outcome of each attempt to send a message, and of each delivery receipt.
create table inaam.delivery (
  number bigint generated always as identity primary key,
  message_id uuid not null references inaam.message,
  at timestamptz not null,
  outcome text not null
    check (outcome in ('accepted', 'refused', 'unknown', 'delivered', 'undelivered', 'resent')),
  reason text,
  path text,
  -- As in inaam.visit.
  written xid8 default pg_current_xact_id()
);
create index delivery_by_message on inaam.delivery (message_id);
create index delivery_by_transaction on inaam.delivery (written) where written is not null;

-- Receipts of delivery (docs/decisions/README.md#0026-sms-receipts). The site stores them as they come, and
-- `deliver` applies them: one may be here before the message that it is about.
create table inaam.sms_receipt (
  number bigint generated always as identity primary key,
  campaign text not null,
  path text not null,
  -- The provider's, or the message's id.
  reference text not null,
  -- Of the number that it names, for a message whose answer gave no reference.
  mobile_index bytea,
  outcome text not null check (outcome in ('delivered', 'undelivered')),
  reason text,
  at timestamptz not null,
  -- Not looked at before.
  due_at timestamptz not null
);
create index sms_receipt_due on inaam.sms_receipt (campaign, due_at);
create index sms_receipt_by_age on inaam.sms_receipt (at);
create unique index sms_receipt_once on inaam.sms_receipt (campaign, path, reference, outcome);

-- What providers sent and nobody understood, in the last week.
create table inaam.sms_unread (
  campaign text not null,
  path text not null,
  reason text not null,
  times integer not null,
  last_at timestamptz not null,
  primary key (campaign, path, reason)
);

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

alter table inaam.mailbox alter column campaign set (n_distinct = 1);
alter table inaam.message alter column campaign set (n_distinct = 1);
alter table inaam.sms_receipt alter column campaign set (n_distinct = 1);
