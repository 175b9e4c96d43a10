-- Events for the receiver of a campaign's web hooks
-- (docs/decisions/0032-events-to-a-receiver.md). A trigger writes each in the transaction of its
-- fact, and only while `deliver` has a receiver.

create table inaam.webhook (
  campaign text primary key,
  -- The receiver's, for the operator.
  host text not null,
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
create index webhook_event_of_participant on inaam.webhook_event (campaign, pseudonym, number)
  where failed_at is null;
create index webhook_event_failed on inaam.webhook_event (campaign, number) where failed_at is not null;
create index webhook_event_by_age on inaam.webhook_event (queued_at);

create function inaam.note_verified() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1
as $$
begin
  insert into inaam.webhook_event (campaign, type, pseudonym, at, queued_at, due_at)
  select campaign, 'participant.verified', pseudonym, verified_at, verified_at, verified_at from added
  where exists (select from inaam.webhook where webhook.campaign = added.campaign);
  return null;
end
$$;
create trigger verified_is_noted after insert on inaam.participant
  referencing new table as added
  for each statement execute function inaam.note_verified();

create function inaam.note_granted() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1
as $$
begin
  insert into inaam.webhook_event (campaign, type, pseudonym, amount, at, queued_at, due_at)
  select campaign, 'reward.granted', pseudonym, amount, granted_at, granted_at, granted_at from added
  where exists (select from inaam.webhook where webhook.campaign = added.campaign);
  return null;
end
$$;
create trigger granted_is_noted after insert on inaam.reward
  referencing new table as added
  for each statement execute function inaam.note_granted();

create function inaam.note_voucher_state() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_bitmapscan = off set enable_material = off set enable_sort = off set cpu_tuple_cost = 1
as $$
declare
  happened_at constant timestamptz :=
    coalesce(case new.state when 'sent' then new.sent_at else new.ended_at end, now());
begin
  insert into inaam.webhook_event (campaign, type, pseudonym, amount, message_id, at, queued_at, due_at)
  select new.campaign, 'voucher.' || new.state, new.pseudonym, reward.amount, new.id,
    happened_at, happened_at, happened_at
  from inaam.reward
  where reward.campaign = new.campaign and reward.pseudonym = new.pseudonym
    and exists (select from inaam.webhook where webhook.campaign = new.campaign);
  return null;
end
$$;
create trigger voucher_state_is_noted after update of state on inaam.message
  for each row when (
    new.kind = 'voucher' and new.state in ('sent', 'delivered', 'failed') and new.state is distinct from old.state)
  execute function inaam.note_voucher_state();
