-- After a restore to an earlier moment: codes of the stock that the SMS provider has sent, each with
-- the number that got it. A code goes to its number's reward if that is still owed one. Otherwise
-- the reward was lost: the code leaves the stock, and the number, unless it keeps another of the
-- codes, is kept from claiming again. Each outcome with how many codes and their rupees: `known`,
-- `assigned`, `withdrawn`, `elsewhere` (it is another number's). It assigns what the operator may
-- not, so it acts as the owner of the tables.
create or replace function inaam.reconcile_vouchers(
  of_campaign text, mobiles bytea[], codes bytea[], at timestamptz)
returns table (outcome text, codes_found bigint, rupees bigint)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  create temporary table sent on commit drop as
    select distinct mobile, code, null::bytea as owner, false as is_bonus, null::text as outcome
    from unnest(mobiles, codes) as pairs (mobile, code);
  -- In order, so that a delivery that runs by mistake is waited for.
  perform from inaam.voucher join pg_temp.sent on voucher.code_index = sent.code
  where voucher.campaign = of_campaign order by voucher.code_index for update of voucher;

  -- Of several participations of a number, a code is of the one that has it; else of one with a
  -- reward of its amount and no code, in their order. Otherwise the first stands for the number.
  update pg_temp.sent set owner = found.owner, is_bonus = found.is_bonus
  from (
    select asked.mobile, asked.code, coalesce(has.pseudonym, free.pseudonym, first.pseudonym) as owner,
      coalesce(has.is_bonus, free.is_bonus, false) as is_bonus
    from (
      select sent.mobile, sent.code, voucher.amount, voucher.pseudonym, voucher.is_bonus,
        voucher.pseudonym is null and voucher.withdrawn_at is null as is_free,
        row_number() over (
          partition by sent.mobile, voucher.amount, voucher.pseudonym is null, voucher.withdrawn_at is null
          order by sent.code) as place
      from pg_temp.sent
      join inaam.voucher on voucher.campaign = of_campaign and voucher.code_index = sent.code) as asked
    left join lateral (
      select participation.pseudonym, asked.is_bonus from inaam.participation
      where participation.campaign = of_campaign and participation.pseudonym = asked.pseudonym
        and participation.mobile_index = asked.mobile) as has on true
    left join lateral (
      select participation.pseudonym, reward.is_bonus,
        row_number() over (order by participation.claim, reward.is_bonus) as place
      from inaam.participation
      join inaam.reward on reward.campaign = of_campaign and reward.pseudonym = participation.pseudonym
      where participation.campaign = of_campaign and participation.mobile_index = asked.mobile
        and reward.amount = asked.amount and not exists (
          select from inaam.voucher as own
          where own.campaign = of_campaign and own.pseudonym = participation.pseudonym
            and own.is_bonus = reward.is_bonus)) as free
      on asked.is_free and free.place = asked.place
    left join lateral (
      select participation.pseudonym from inaam.participation
      where participation.campaign = of_campaign and participation.mobile_index = asked.mobile
      order by participation.claim limit 1) as first on true) as found
  where found.code = sent.code and found.mobile = sent.mobile;

  update pg_temp.sent set outcome = case
      when voucher.pseudonym = sent.owner then 'known'
      when voucher.pseudonym is not null then 'elsewhere'
      when voucher.withdrawn_at is null and reward.amount = voucher.amount
        and not exists (
          select from inaam.voucher as own
          where own.campaign = of_campaign and own.pseudonym = sent.owner
            and own.is_bonus = sent.is_bonus) then 'assigned'
      when voucher.withdrawn_at is not null and (coalesce(limits.blocked, false) or exists (
        select from inaam.voucher as own
        join pg_temp.sent as kept on kept.code = own.code_index and kept.mobile = same.mobile
        where own.campaign = of_campaign and own.pseudonym = same.owner)) then 'known'
      else 'withdrawn' end
  from pg_temp.sent as same
  join inaam.voucher on voucher.campaign = of_campaign and voucher.code_index = same.code
  left join inaam.reward on reward.campaign = of_campaign and reward.pseudonym = same.owner
    and reward.is_bonus = same.is_bonus
  left join inaam.mobile_limits as limits
    on limits.campaign = of_campaign and limits.mobile_index = same.mobile
  where same.code = sent.code and same.mobile = sent.mobile;
  -- A reward takes one code: of two that were sent to its number the other is only withdrawn.
  update pg_temp.sent set outcome = 'withdrawn'
  where outcome = 'assigned' and code <> (
    select first.code from pg_temp.sent as first
    where first.owner = sent.owner and first.is_bonus = sent.is_bonus and first.outcome = 'assigned'
    order by first.code limit 1);
  -- A code goes to one reward: the other numbers that it was sent to have it from elsewhere.
  update pg_temp.sent set outcome = 'elsewhere'
  where outcome in ('assigned', 'withdrawn') and exists (
    select from pg_temp.sent as first
    where first.code = sent.code and first.outcome = 'assigned' and first.mobile <> sent.mobile
      and (sent.outcome = 'withdrawn' or first.mobile < sent.mobile));

  update inaam.voucher set pseudonym = sent.owner, is_bonus = sent.is_bonus, assigned_at = at
  from pg_temp.sent
  where campaign = of_campaign and code_index = sent.code and outcome = 'assigned';
  -- They have arrived: nothing is sent again.
  update inaam.message set state = 'sent', sent_at = at
  from pg_temp.sent
  where campaign = of_campaign and message.pseudonym = sent.owner and message.kind = 'voucher'
    and message.is_bonus = sent.is_bonus and message.state in ('owed', 'assigned') and outcome in ('known', 'assigned');
  update inaam.voucher set withdrawn_at = at
  from pg_temp.sent
  where campaign = of_campaign and code_index = sent.code and outcome = 'withdrawn'
    and withdrawn_at is null;
  insert into inaam.mobile_limits as known (campaign, mobile_index, blocked)
  select distinct of_campaign, mobile, true from pg_temp.sent
  -- Who keeps the reward is owed nothing else, and has done nothing wrong.
  where outcome = 'elsewhere' or (outcome = 'withdrawn' and not exists (
    select from pg_temp.sent as kept
    where kept.mobile = sent.mobile and kept.outcome in ('known', 'assigned')))
  on conflict (campaign, mobile_index) do update set blocked = true where not known.blocked;

  return query
    select sent.outcome, count(*), sum(voucher.amount)::bigint
    from (select distinct outcome, code from pg_temp.sent) as sent
    join inaam.voucher on voucher.campaign = of_campaign and voucher.code_index = sent.code
    group by sent.outcome;
end
$$;
