create or replace function inaam.note_verified() returns trigger language plpgsql
as $$
begin
  insert into inaam.webhook_event (campaign, type, pseudonym, at, queued_at, due_at)
  select campaign, 'participant.verified', pseudonym, verified_at, verified_at, verified_at from added
  where exists (select from inaam.webhook where webhook.campaign = added.campaign);
  return null;
end
$$;
create or replace trigger verified_is_noted after insert on inaam.participation
  referencing new table as added
  for each statement execute function inaam.note_verified();

create or replace function inaam.note_granted() returns trigger language plpgsql
as $$
begin
  insert into inaam.webhook_event (campaign, type, pseudonym, amount, at, queued_at, due_at)
  select campaign, 'reward.granted', pseudonym, amount, granted_at, granted_at, granted_at from added
  where exists (select from inaam.webhook where webhook.campaign = added.campaign);
  return null;
end
$$;
create or replace trigger granted_is_noted after insert on inaam.reward
  referencing new table as added
  for each statement execute function inaam.note_granted();

create or replace function inaam.note_voucher_state() returns trigger language plpgsql
as $$
declare
  happened_at constant timestamptz :=
    coalesce(case new.state when 'sent' then new.sent_at else new.ended_at end, now());
begin
  insert into inaam.webhook_event (campaign, type, pseudonym, amount, message_id, at, queued_at, due_at)
  select new.campaign, 'voucher.' || new.state, new.pseudonym, new.voucher_amount, new.id,
    happened_at, happened_at, happened_at
  where exists (select from inaam.webhook where webhook.campaign = new.campaign);
  return null;
end
$$;
create or replace trigger voucher_state_is_noted after update of state on inaam.message
  for each row when (
    new.kind = 'voucher' and new.state in ('sent', 'delivered', 'failed') and new.state is distinct from old.state)
  execute function inaam.note_voucher_state();
