-- Finds what is due for deletion (server/rules/retention.ts) by index, oldest first. The time comes
-- before the campaign: an index that begins with the campaign could be taken for a look-up by key.
alter table inaam.device_limits add column created_at timestamptz not null default now();
alter table inaam.personal_data add column created_at timestamptz not null default now();

create index device_limits_by_age on inaam.device_limits (created_at, campaign);
create index personal_data_by_age on inaam.personal_data (created_at, campaign);
create index consent_by_age on inaam.consent (at, campaign);
create index challenge_by_age on inaam.challenge (registered_at, campaign);
create index token_by_age on inaam.token (expires_at, campaign);
create index code_message_by_age on inaam.message (owed_at, campaign) where kind = 'otp';
create index mailbox_by_age on inaam.mailbox (at, campaign);

-- The registrations that are wiped because their code was used: every minute, without a look at
-- those that were wiped before.
create index challenge_by_use on inaam.challenge (code_used_at)
  where mobile_sealed is not null and code_used_at is not null;

-- With the device: where a challenge is looked up by its key, the planner may take this index, and a
-- number may be registered by thousands of devices.
drop index inaam.challenge_by_mobile;
create index challenge_by_mobile on inaam.challenge (mobile_index, user_key);
