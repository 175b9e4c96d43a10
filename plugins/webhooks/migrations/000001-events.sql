-- Events for the receiver of a campaign's web hooks. A trigger writes each in the transaction of its
-- fact, and only between `webhooks on` and `webhooks off`: while there is a row in `webhook`.
create table inaam.webhook (
  campaign text primary key,
  since timestamptz not null
);

create table inaam.webhook_event (
  -- The order of one participant's events.
  number bigint generated always as identity primary key,
  -- The receiver's key against doubles. Without a time in it.
  id uuid not null default gen_random_uuid(),
  campaign text not null,
  type text not null
    check (type in ('participant.verified', 'reward.granted', 'voucher.sent', 'voucher.delivered', 'voucher.failed')),
  pseudonym bytea not null check (octet_length(pseudonym) = 16),
  amount integer,
  message_id uuid,
  -- When it happened.
  at timestamptz not null,
  -- From when on it is retried, for three days.
  queued_at timestamptz not null,
  -- Not sent before. While it is being sent: when another process may take it. Behind an event that
  -- waits, not before that one.
  due_at timestamptz not null,
  tries integer not null default 0,
  failed_at timestamptz,
  -- Of the last try: a status or a code, never what the receiver wrote.
  reason text
);
create index webhook_event_due on inaam.webhook_event (campaign, due_at, number) where failed_at is null;
create index webhook_event_of_participation on inaam.webhook_event (campaign, pseudonym, number)
  where failed_at is null;
create index webhook_event_failed on inaam.webhook_event (campaign, number) where failed_at is not null;
create index webhook_event_by_age on inaam.webhook_event (queued_at);

alter table inaam.webhook_event alter column campaign set (n_distinct = 1);
