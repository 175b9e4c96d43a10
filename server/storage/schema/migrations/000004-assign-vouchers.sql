-- Assigns a voucher code to each reward of these voucher messages that has none, marks the messages
-- `assigned`, and returns what there is to send. A reward keeps its code; one without stock stays
-- `owed`; ended messages, and those whose personal data was erased, take no code.
--
-- Each statement sees what was committed while the first one waited for its locks. Plans are made
-- once per connection, perhaps while the tables are empty: all rows are found by their keys, and
-- nothing but `id` is compared where `message` is read, or an index of whole campaigns might be
-- chosen.
create function inaam.assign_vouchers(of_campaign text, ids uuid[], at timestamptz)
returns table (
  id uuid, state text, pseudonym bytea, amount integer, mobile_sealed bytea,
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
        and voucher.pseudonym is null
      order by voucher.code_index limit demand.codes for update skip locked) as code),
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
    select known.id, known.state, known.pseudonym, reward.amount, personal_data.mobile_sealed,
      voucher.code_index, voucher.code_sealed, voucher.assigned_at
    from known
    join inaam.reward using (campaign, pseudonym)
    left join inaam.personal_data using (campaign, pseudonym)
    left join inaam.voucher using (campaign, pseudonym)
    where campaign = of_campaign and known.kind = 'voucher';
end
$$;
