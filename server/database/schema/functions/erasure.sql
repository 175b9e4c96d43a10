-- These functions delete what no caller may delete. Those that act as the owner of the tables are
-- only for the roles that may call them (server/database/schema/roles.ts).

-- Withdraws the consent of every device that knows the number, and deletes its registrations, codes
-- and sessions. Each device is looked up by its key: anybody can register a number on thousands of
-- devices, and its owner must be able to erase it all the same. The caller has locked limits,
-- code requests and participations; a device that came in between is not locked, and a second lock of
-- one would be out of order. `owner`: any participation; null if there is none. Returns false if the
-- number is not known.
create or replace function inaam.end_processing(
  of_campaign text, of_mobile bytea, owner bytea, locked_devices text[], ended timestamptz)
returns boolean
language plpgsql
as $$
declare
  owners bytea[] := array(
    select pseudonym from inaam.participation where campaign = of_campaign and mobile_index = of_mobile);
  one bytea;
  devices text[];
  codes uuid[];
begin
  devices := array(
    select user_key from inaam.code_request where campaign = of_campaign and mobile_index = of_mobile
    union select session.user_key from unnest(owners) as own (pseudonym)
    cross join lateral (
      select user_key from inaam.token
      where campaign = of_campaign and token.pseudonym = own.pseudonym) as session);
  codes := array(
    select id from inaam.message
    where mobile_index = of_mobile and campaign = of_campaign order by id for update);
  if owner is null and devices = '{}' and codes = '{}' then
    return false;
  end if;

  -- Later than any answer, even of a phone whose clock is ahead.
  insert into inaam.consent (campaign, user_key, t, answer, notice_hash, at)
  select of_campaign, device, greatest(newest.t + 1, extract(epoch from ended) * 1000), 'NO',
    newest.notice_hash, ended
  from unnest(devices) as device
  cross join lateral (
    select t, answer, notice_hash from inaam.consent
    where campaign = of_campaign and consent.user_key = device order by t desc limit 1) as newest
  where newest.answer = 'YES'
  on conflict do nothing;

  update inaam.device_limits
  set forgotten_t = greatest(forgotten_t, (
    select requested_t from inaam.code_request
    where campaign = of_campaign and code_request.user_key = device_limits.user_key
      and mobile_index = of_mobile))
  where campaign = of_campaign and user_key = any (locked_devices);
  delete from inaam.code_request where campaign = of_campaign and mobile_index = of_mobile;
  -- What is deleted stays counted (figures.sql). What is not counted yet is by a note of what it
  -- counts for; of what is, a second note takes that back.
  insert into inaam.figure_change (written, campaign, hour, figure, label, change, device)
  select note.written, of_campaign, inaam.rollup_hour(fact.at), fact.figure, fact.label, note.change,
    fact.device
  from (
    select written, fact.at, fact.figure, fact.label,
      case fact.figure when 'codes' then user_key end as device
    from inaam.message cross join lateral inaam.rollup_of_message(
      kind, state, owed_at, sent_at, ended_at, reason) as fact
    where id = any (codes)
    union all
    select written, at, 'accepted', 'otp', null from inaam.delivery
    where message_id = any (codes) and outcome = 'accepted') as fact
  cross join lateral (values (1, null), (-1, fact.written)) as note (change, written)
  where fact.written is not null;
  insert into inaam.figure_change (campaign, hour, figure, label, change, device, unless_counted)
  select of_campaign, inaam.rollup_hour(min(owed_at)), 'numbers', '', 1,
    (array_agg(user_key order by owed_at))[1], array_agg(written)
  from inaam.message where id = any (codes)
  having bool_and(written is not null);
  delete from inaam.delivery where message_id = any (codes);
  delete from inaam.message where id = any (codes);
  delete from inaam.mailbox where campaign = of_campaign and mobile_index = of_mobile;
  -- One by one: for several at once, a plan for an empty table reads all tokens.
  foreach one in array owners loop
    delete from inaam.token where campaign = of_campaign and pseudonym = one;
  end loop;
  return true;
end
$$;

-- Erases what is known about the owner of a number, of all its participations. While a voucher is
-- owed, `meanwhile` decides: `refuse` changes nothing; `wait` keeps nothing but the number, and that
-- until the voucher is sent; `forfeit` erases all. The participations are locked too: a reward that
-- is being granted at this moment is owed before it is asked for, or is granted after the erasure. A
-- verification that was faster is erased too, a slower one finds no code.
--
-- Returns `nothing` (the number is not known), `voucherOwed` (only for `refuse`), `afterVoucher` or
-- `erased`.
create or replace function inaam.erase_or_withdraw(
  of_campaign text, of_mobile bytea, asked_at timestamptz, meanwhile text) returns text
language plpgsql
as $$
declare
  owners bytea[];
  owed bytea[];
  locked_devices text[];
begin
  -- In the order of code requests: device, mobile, request.
  locked_devices := array(
    select user_key from inaam.device_limits
    where campaign = of_campaign and user_key = any (array(
      select user_key from inaam.code_request where campaign = of_campaign and mobile_index = of_mobile))
    order by user_key for update);
  perform from inaam.mobile_limits where campaign = of_campaign and mobile_index = of_mobile for update;
  perform from inaam.code_request where campaign = of_campaign and mobile_index = of_mobile
  order by user_key for update;
  -- In the order of the index that finds them.
  owners := array(
    select pseudonym from inaam.participation
    where campaign = of_campaign and mobile_index = of_mobile order by claim for update);

  owed := array(
    select distinct pseudonym from inaam.message
    where campaign = of_campaign and pseudonym = any (owners) and kind = 'voucher'
      and state in ('owed', 'assigned'));
  if owed <> '{}' and meanwhile = 'refuse' then
    return 'voucherOwed';
  end if;
  if not inaam.end_processing(of_campaign, of_mobile, owners[1], locked_devices, asked_at) then
    return 'nothing';
  end if;
  if owed <> '{}' and meanwhile = 'wait' then
    update inaam.message set provider_reference = null
    where campaign = of_campaign and pseudonym = any (owners) and pseudonym <> all (owed)
      and kind = 'voucher';
    delete from inaam.personal_data
    where campaign = of_campaign and pseudonym = any (owners) and pseudonym <> all (owed);
    update inaam.personal_data set details_sealed = null
    where campaign = of_campaign and pseudonym = any (owed);
    insert into inaam.withdrawal (campaign, pseudonym, at)
    select of_campaign, pseudonym, asked_at from unnest(owed) as pseudonym
    on conflict do nothing;
    return 'afterVoucher';
  end if;

  update inaam.message
  set provider_reference = null,
    state = case when state in ('owed', 'assigned') then 'failed' else state end,
    ended_at = case when state in ('owed', 'assigned') then asked_at else ended_at end,
    reason = case when state in ('owed', 'assigned') then 'erased' else reason end
  where campaign = of_campaign and pseudonym = any (owners) and kind = 'voucher';
  delete from inaam.personal_data where campaign = of_campaign and pseudonym = any (owners);
  delete from inaam.withdrawal where campaign = of_campaign and pseudonym = any (owners);
  return 'erased';
end
$$;

-- For an operator.
create or replace function inaam.erase_number(
  of_campaign text, of_mobile bytea, erased_at timestamptz, forfeit boolean) returns text
language sql security definer
set search_path = pg_catalog, pg_temp
-- The console's sessions plan for small tables too.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_bitmapscan = off set enable_material = off set cpu_tuple_cost = 1
as $$
  select inaam.erase_or_withdraw(
    of_campaign, of_mobile, erased_at, case when forfeit then 'forfeit' else 'refuse' end);
$$;

-- Erases the number that the device has proven: by its session, or by a code if `of_mobile` is
-- given. Returns null if the proof is not known.
create or replace function inaam.erase_proven(
  of_campaign text, device text, own_proof bytea, of_mobile bytea, asked_at timestamptz, forfeit boolean)
returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  proven bytea;
  answer text;
begin
  if of_mobile is null then
    select mobile_index into proven
    from inaam.token join inaam.participation using (campaign, pseudonym)
    where campaign = of_campaign and token_hash = own_proof and user_key = device
      and revoked_at is null and asked_at < expires_at;
  else
    select mobile_index into proven from inaam.code_request
    where campaign = of_campaign and user_key = device and mobile_index = of_mobile
      and code_hash = own_proof;
  end if;
  if proven is null then
    select erased into answer from inaam.erasure_receipt
    where campaign = of_campaign and proof = own_proof;
    return answer;
  end if;

  answer := case inaam.erase_or_withdraw(
      of_campaign, proven, asked_at, case when forfeit then 'forfeit' else 'wait' end)
    when 'afterVoucher' then 'afterVoucher' else 'now' end;
  insert into inaam.erasure_receipt (campaign, proof, erased, at)
  values (of_campaign, own_proof, answer, asked_at)
  on conflict do nothing;
  return answer;
end
$$;

-- Erases the participations that were withdrawn and whose voucher is owed no longer, up to a hundred.
-- Sessions, codes and consent ended with the withdrawal: what there is now is of a newer consent. One
-- that fails does not stop the others: `failed` counts them, `code` is the SQLSTATE of the last.
create or replace function inaam.erase_withdrawn(
  of_campaign text, out failed integer, out code text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  due bytea;
  erased integer := 0;
begin
  failed := 0;
  code := '';
  for due in
    select pseudonym from inaam.withdrawal
    where campaign = of_campaign and not exists (
      select from inaam.message
      where message.campaign = of_campaign and message.pseudonym = withdrawal.pseudonym
        and kind = 'voucher' and state in ('owed', 'assigned'))
    order by at for update skip locked
  loop
    exit when erased = 100;
    begin
      update inaam.message set provider_reference = null
      where campaign = of_campaign and pseudonym = due and kind = 'voucher'
        and state not in ('owed', 'assigned');
      -- Not if one was sent again meanwhile, nor of who has come back to this participation.
      continue when exists (
        select from inaam.message
        where campaign = of_campaign and pseudonym = due and kind = 'voucher'
          and state in ('owed', 'assigned'));
      delete from inaam.personal_data
      where campaign = of_campaign and pseudonym = due and not exists (
        select from inaam.token where token.campaign = of_campaign and token.pseudonym = due);
      delete from inaam.withdrawal where campaign = of_campaign and pseudonym = due;
      erased := erased + 1;
    exception when others then
      failed := failed + 1;
      code := sqlstate;
    end;
  end loop;
end
$$;
