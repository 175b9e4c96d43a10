-- A text may go out as several SMS. Each has an id at the provider, which may write it in different
-- ways, and may get a receipt (docs/decisions/0026-sms-receipts.md).
create table inaam.message_part (
  message_id uuid not null references inaam.message on delete cascade,
  place integer not null,
  reference text not null,
  plain_reference text not null generated always as (ltrim(lower(reference), '0')) stored,
  outcome text check (outcome in ('delivered', 'undelivered')),
  primary key (message_id, place)
);
create index message_part_by_reference on inaam.message_part (plain_reference);

-- A voucher that is sent again has other ids, and an erased person none.
create function inaam.forget_parts() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from inaam.message_part where message_id = new.id;
  return null;
end
$$;
create trigger parts_are_forgotten after update of provider_reference on inaam.message
  for each row when (old.provider_reference is not null and new.provider_reference is null)
  execute function inaam.forget_parts();

-- The same id may be another message's, of another number or read to another base. Numbers are
-- keyed indexes, as in inaam.message.
alter table inaam.sms_receipt
  add column readings text[] not null default '{}',
  add column mobile_indexes bytea[] not null default '{}';

-- What an SMSC sent and nobody understood, in the last week.
create table inaam.sms_unread (
  campaign text not null,
  path text not null,
  reason text not null,
  times integer not null,
  last_at timestamptz not null,
  primary key (campaign, path, reason)
);
