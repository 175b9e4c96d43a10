-- Holds the vouchers of amounts that are paid on UPI: nothing is due before the hold ends.
create or replace function inaam.hold_for_upi() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if new.kind = 'voucher' and exists (
    select from inaam.upi_campaign
    where upi_campaign.campaign = new.campaign and new.voucher_amount = any (amounts)) then
    new.due_at := 'infinity';
    insert into inaam.upi_debt (campaign, pseudonym, is_bonus, message, amount, until, next_at)
    values (new.campaign, new.pseudonym, new.is_bonus, new.id, new.voucher_amount,
      new.owed_at + interval '8 days', new.owed_at);
  end if;
  return new;
end
$$;
create or replace trigger voucher_is_held_for_upi before insert on inaam.message
  for each row execute function inaam.hold_for_upi();

-- Whatever makes vouchers due, for example a release by the review: not these.
create or replace function inaam.keep_upi_hold() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (
    select from inaam.upi_debt where message = new.id and state in ('open', 'paying')) then
    new.due_at := 'infinity';
  end if;
  return new;
end
$$;
create or replace trigger upi_hold_is_kept before update of due_at on inaam.message
  for each row when (new.kind = 'voucher' and old.due_at = 'infinity' and new.due_at < 'infinity')
  execute function inaam.keep_upi_hold();

-- For each reward at most one of the two: a voucher code, or a payout.
create or replace function inaam.refuse_second_payment() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (
    select from inaam.upi_debt
    where upi_debt.campaign = new.campaign and upi_debt.pseudonym = new.pseudonym
      and upi_debt.is_bonus = new.is_bonus and state <> 'voucher') then
    raise exception using errcode = 'check_violation', constraint = 'a_reward_is_paid_once',
      message = 'the reward is held for UPI or paid there, so it gets no voucher code';
  end if;
  return new;
end
$$;
create or replace trigger voucher_is_no_second_payment before update of pseudonym on inaam.voucher
  for each row when (old.pseudonym is null and new.pseudonym is not null)
  execute function inaam.refuse_second_payment();

create or replace function inaam.refuse_upi_beside_voucher() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (
    select from inaam.voucher
    where voucher.campaign = new.campaign and voucher.pseudonym = new.pseudonym
      and voucher.is_bonus = new.is_bonus) then
    raise exception using errcode = 'check_violation', constraint = 'a_reward_is_paid_once',
      message = 'the reward has a voucher code, so it is not paid on UPI';
  end if;
  return new;
end
$$;
create or replace trigger upi_is_no_second_payment before update of state on inaam.upi_debt
  for each row when (new.state in ('open', 'paying', 'paid') and old.state <> new.state)
  execute function inaam.refuse_upi_beside_voucher();

-- Whoever is erased, by whichever way: amounts and times stay, as in the ledger.
create or replace function inaam.forget_upi() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from inaam.upi_request using erased
  where upi_request.campaign = erased.campaign and upi_request.pseudonym = erased.pseudonym;
  update inaam.upi_payout set masked = null, id_index = null, request = null, utr = null
  from erased
  where upi_payout.campaign = erased.campaign and upi_payout.pseudonym = erased.pseudonym;
  update inaam.upi_debt set state = 'ended', why = 'erased' from erased
  where upi_debt.campaign = erased.campaign and upi_debt.pseudonym = erased.pseudonym
    and state = 'open';
  return null;
end
$$;
create or replace trigger upi_is_forgotten after delete on inaam.personal_data
  referencing old table as erased
  for each statement execute function inaam.forget_upi();

create or replace function inaam.end_upi_wait() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update inaam.upi_debt set is_withdrawn = true, next_at = '-infinity' from added
  where upi_debt.campaign = added.campaign and upi_debt.pseudonym = added.pseudonym
    and state in ('open', 'paying');
  return null;
end
$$;
create or replace trigger upi_wait_is_ended after insert on inaam.withdrawal
  referencing new table as added
  for each statement execute function inaam.end_upi_wait();

-- A manager's decision: `voucher` ends the hold, `pay` lets it be paid. Neither while a payout is
-- under way. Returns whether anything was changed.
create or replace function inaam.decide_upi(
  of_campaign text, of_message uuid, action text, decided_at timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  -- In the order of those that pay.
  perform from inaam.message where id = of_message for no key update;
  perform from inaam.upi_debt where campaign = of_campaign and message = of_message for update;
  if exists (
    select from inaam.upi_debt join inaam.upi_payout using (campaign, pseudonym, is_bonus)
    where message = of_message and upi_payout.state in ('sending', 'pending', 'paid')) then
    return false;
  end if;
  if action = 'pay' then
    update inaam.upi_debt set next_at = decided_at, is_allowed = true, why = null
    where campaign = of_campaign and message = of_message and state = 'open' and until > decided_at;
    return found;
  end if;
  update inaam.upi_debt set state = 'voucher', why = 'decided'
  where campaign = of_campaign and message = of_message and state = 'open';
  if not found then
    return false;
  end if;
  update inaam.message set due_at = now(), attempts = 0
  where id = of_message and state in ('owed', 'assigned');
  return true;
end
$$;
