-- Without the campaign, and not partial: in plans made for empty tables these indexes were taken for
-- look-ups by key, and read the whole campaign. Of other messages than codes the time is null.
drop index inaam.device_limits_by_age, inaam.personal_data_by_age, inaam.consent_by_age,
  inaam.challenge_by_age, inaam.token_by_age, inaam.code_message_by_age, inaam.mailbox_by_age,
  inaam.token_by_participant;
create index device_limits_by_age on inaam.device_limits (created_at);
create index personal_data_by_age on inaam.personal_data (created_at);
create index consent_by_age on inaam.consent (at);
create index challenge_by_age on inaam.challenge (registered_at);
create index token_by_age on inaam.token (expires_at);
create index code_message_by_age on inaam.message ((case when kind = 'otp' then owed_at end));
create index mailbox_by_age on inaam.mailbox (at);
create index token_by_participant on inaam.token (pseudonym, number);
