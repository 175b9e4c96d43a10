-- A voucher that failed is sent again when a person asks for it, or settled by hand and then closed.
alter table inaam.message
  add column resends integer not null default 0 check (resends between 0 and 3),
  drop constraint message_state_check,
  add constraint message_state_check
    check (state in ('owed', 'assigned', 'sent', 'delivered', 'failed', 'lapsed', 'settled')),
  add check (state <> 'settled' or (kind = 'voucher' and ended_at is not null));

alter table inaam.delivery
  drop constraint delivery_outcome_check,
  add constraint delivery_outcome_check
    check (outcome in ('accepted', 'refused', 'unknown', 'delivered', 'undelivered', 'resent'));

-- Vouchers that failed are debts until they are sent again or settled.
create index message_failed on inaam.message (campaign, owed_at)
  where kind = 'voucher' and state = 'failed';

drop function inaam.assign_vouchers(text, uuid[], timestamptz, date);
-- As in 000018, and says how often the message was sent again.
create function inaam.assign_vouchers(of_campaign text, ids uuid[], at timestamptz, valid_until date)
returns table (
  id uuid, state text, resends integer, pseudonym bytea, amount integer, mobile_sealed bytea,
  code_index bytea, code_sealed bytea, assigned_at timestamptz)
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  -- Of two workers on one message the second waits here, then finds the first one's code.
  perform from inaam.message where message.id = any (ids) order by message.id for no key update;

  -- Pairs free codes and rewards in order. Codes that another transaction has locked are skipped.
  with known as materialized (
    select * from inaam.message where message.id = any (ids)),
  due as materialized (
    select reward.amount, known.pseudonym,
      row_number() over (partition by reward.amount order by known.id) as place
    from known
    join inaam.reward using (campaign, pseudonym)
    join inaam.personal_data using (campaign, pseudonym)
    left join inaam.voucher using (campaign, pseudonym)
    where campaign = of_campaign and known.kind = 'voucher'
      and known.state in ('owed', 'assigned') and voucher.code_index is null),
  free as materialized (
    select demand.amount, code.code_index
    from (select amount, count(*) as codes from due group by amount) as demand
    cross join lateral (
      select voucher.code_index from inaam.voucher
      where voucher.campaign = of_campaign and voucher.amount = demand.amount
        and voucher.pseudonym is null and voucher.withdrawn_at is null
        and voucher.expires_on >= valid_until
      order by voucher.expires_on, voucher.code_index limit demand.codes for update skip locked) as code),
  placed as (
    select amount, code_index, row_number() over (partition by amount order by code_index) as place
    from free)
  update inaam.voucher set pseudonym = due.pseudonym, assigned_at = at
  from placed join due using (amount, place)
  where voucher.campaign = of_campaign and voucher.code_index = placed.code_index;

  with known as materialized (
    select * from inaam.message where message.id = any (ids)),
  paid as materialized (
    select known.id from known join inaam.voucher using (campaign, pseudonym)
    where campaign = of_campaign and known.state = 'owed')
  update inaam.message set state = 'assigned' from paid where message.id = paid.id;

  return query
    with known as materialized (
      select * from inaam.message where message.id = any (ids))
    select known.id, known.state, known.resends, known.pseudonym, reward.amount, personal_data.mobile_sealed,
      voucher.code_index, voucher.code_sealed, voucher.assigned_at
    from known
    join inaam.reward using (campaign, pseudonym)
    left join inaam.personal_data using (campaign, pseudonym)
    left join inaam.voucher using (campaign, pseudonym)
    where campaign = of_campaign and known.kind = 'voucher';
end
$$;
