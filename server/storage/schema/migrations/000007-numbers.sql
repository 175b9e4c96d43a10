-- The codes, registrations and messages of one number: for its owner, for an operator who helps, and
-- for erasure.
create index challenge_by_mobile on inaam.challenge (mobile_index);
create index message_by_mobile on inaam.message (mobile_index) where mobile_index is not null;

-- Also of revoked tokens: each names a device.
drop index inaam.token_by_participant;
create index token_by_participant on inaam.token (campaign, pseudonym, number);

-- Erases what is known about the owner of a number. What stays has no name and no number in it: the
-- keyed index, the state and the reward, so that the number cannot claim twice and the ledger still
-- verifies; the limits, so that erasure does not reset them.
--
-- Each statement sees what was committed while the one before it waited for a lock: a verification
-- that was faster is erased too, a slower one finds no code. Locks are taken in the order of the
-- calls: limits, challenges, participant.
--
-- Returns `nothing` (the number is not known), `voucherOwed` (nothing was changed: a voucher is not
-- sent yet, and it is not to be forfeited), or `erased`.
create function inaam.erase_number(
  of_campaign text, of_mobile bytea, erased_at timestamptz, forfeit boolean) returns text
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  owner bytea;
  devices text[];
  codes uuid[];
begin
  perform from inaam.mobile_limits where campaign = of_campaign and mobile_index = of_mobile for update;
  perform from inaam.challenge where campaign = of_campaign and mobile_index = of_mobile
  order by user_key for update;

  select pseudonym into owner from inaam.participant
  where campaign = of_campaign and mobile_index = of_mobile;
  if not forfeit and exists (
    select from inaam.message
    where campaign = of_campaign and pseudonym = owner and kind = 'voucher' and state in ('owed', 'assigned')) then
    return 'voucherOwed';
  end if;

  devices := array(
    select user_key from inaam.challenge where campaign = of_campaign and mobile_index = of_mobile
    union select user_key from inaam.token where campaign = of_campaign and pseudonym = owner);
  codes := array(
    select id from inaam.message
    where mobile_index = of_mobile and campaign = of_campaign order by id for update);
  if owner is null and devices = '{}' and codes = '{}' then
    return 'nothing';
  end if;

  -- The consent is withdrawn: later than any answer, even of a phone whose clock is ahead.
  insert into inaam.consent (campaign, user_key, t, answer, notice_hash, at)
  select of_campaign, device, greatest(newest.t + 1, extract(epoch from erased_at) * 1000), 'NO',
    newest.notice_hash, erased_at
  from unnest(devices) as device
  cross join lateral (
    select t, answer, notice_hash from inaam.consent
    where campaign = of_campaign and consent.user_key = device order by t desc limit 1) as newest
  where newest.answer = 'YES'
  on conflict do nothing;

  delete from inaam.challenge where campaign = of_campaign and mobile_index = of_mobile;
  delete from inaam.delivery where message_id = any (codes);
  delete from inaam.message where id = any (codes);
  delete from inaam.mailbox where campaign = of_campaign and mobile_index = of_mobile;
  delete from inaam.token where campaign = of_campaign and pseudonym = owner;
  update inaam.message
  set provider_reference = null,
    state = case when state in ('owed', 'assigned') then 'failed' else state end,
    ended_at = case when state in ('owed', 'assigned') then erased_at else ended_at end,
    reason = case when state in ('owed', 'assigned') then 'erased' else reason end
  where campaign = of_campaign and pseudonym = owner and kind = 'voucher';
  delete from inaam.personal_data where campaign = of_campaign and pseudonym = owner;
  return 'erased';
end
$$;
