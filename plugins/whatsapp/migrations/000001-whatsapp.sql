-- Messages by WhatsApp: who wants them, what was handed over, and what became of it.

-- The choice of a device for the number that it registered last.
create table inaam.whatsapp_opt_in (
  campaign text not null,
  user_key text not null,
  mobile_index bytea not null,
  at timestamptz not null,
  -- When the device had proven the number: a voucher goes by WhatsApp only then.
  verified_at timestamptz,
  -- When WhatsApp last said that nothing can reach the number.
  unreachable_at timestamptz,
  primary key (campaign, user_key)
);
create index whatsapp_opt_in_by_mobile on inaam.whatsapp_opt_in (mobile_index, campaign);
create index whatsapp_opt_in_by_age on inaam.whatsapp_opt_in (at);
create index whatsapp_opt_in_unproven on inaam.whatsapp_opt_in (campaign, at) where verified_at is null;

-- Written before a message is handed over, as the API knows no key against doubles.
create table inaam.whatsapp_send (
  -- The message's id, or the one of its resend. It comes back with each status.
  id uuid primary key,
  campaign text not null,
  state text not null check (state in ('wanted', 'begun', 'unknown', 'accepted', 'refused')),
  at timestamptz not null,
  -- WhatsApp's id of the message.
  wamid text,
  reason text
);
create index whatsapp_send_by_age on inaam.whatsapp_send (at);

-- What the web hook said, each once.
create table inaam.whatsapp_status (
  campaign text not null,
  id uuid not null,
  status text not null check (status in ('sent', 'delivered', 'read', 'failed')),
  -- Of a failure.
  code integer,
  -- By which it is paid for.
  category text,
  at timestamptz not null,
  -- When `deliver` had drawn its conclusion.
  handled_at timestamptz,
  primary key (id, status)
);
create index whatsapp_status_by_age on inaam.whatsapp_status (at);
create index whatsapp_status_unhandled on inaam.whatsapp_status (at) where handled_at is null;

alter table inaam.whatsapp_opt_in alter column campaign set (n_distinct = 1);
