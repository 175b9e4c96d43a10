-- Assigns a voucher code to each reward of these voucher messages that has none, marks the messages
-- `assigned`, and returns what there is to send. A reward keeps its code; one without stock stays
-- `owed`; ended messages, and those whose personal data was erased, take no code, and a code must
-- be valid until the promised day at least. A voucher that is held takes no code, is
-- answered as `held`, whatever it was before, and is not due until it is released. What `draw` has not
-- checked takes none either, and is answered as `unchecked`, or `setAside`. The others may be with a provider from then on.
--
-- Each row is looked up by its whole key: a join could begin with all rewards, or with all
-- participants. Nothing but `id` is compared where `message` is read, or an index of whole
-- campaigns might be chosen.
create or replace function inaam.assign_vouchers(of_campaign text, ids uuid[], at timestamptz, valid_until date)
returns table (
  id uuid, state text, resends integer, pseudonym bytea, amount integer, mobile_sealed bytea,
  code_index bytea, code_sealed bytea, assigned_at timestamptz,
  -- The number's; which of its participations it is, or which the bonus is of, and the pack of that.
  mobile_index bytea, claim integer, pack bytea, pack_source jsonb)
language plpgsql
set enable_sort = off
as $$
#variable_conflict use_column
declare
  anywhere bytea := uuid_send(gen_random_uuid());
  set_aside uuid[];
  unchecked uuid[];
begin
  select coalesce(array_agg(asked.id) filter (where number = any (checked.set_aside)), '{}'), coalesce(array_agg(asked.id), '{}')
  into set_aside, unchecked
  from unnest(ids) as asked (id)
  cross join lateral (select pseudonym from inaam.message where message.id = asked.id limit 1) as owed
  cross join lateral (
    select number from inaam.ledger
    where ledger.campaign = of_campaign and ledger.pseudonym = owed.pseudonym and ledger.kind in ('granted', 'bonus')
    limit 1) as entry
  join inaam.checked_ledger as checked on checked.campaign = of_campaign
  where checked.stopped_at is not null or checked.entries <= number or number = any (checked.set_aside);

  -- Of two workers on one message the second waits here, then finds the first one's code. Who holds
  -- it locks it, too: either the hold is seen below, or it sees that the voucher is on its way.
  perform from inaam.message where message.id = any (ids) order by message.id for no key update;

  update inaam.message set due_at = 'infinity', leased_until = null
  from inaam.review_hold
  where message.id = any (ids) and message.state in ('owed', 'assigned')
    and review_hold.campaign = of_campaign and review_hold.pseudonym = message.pseudonym
    and review_hold.state = 'held';

  -- Pairs free codes and rewards in order. Codes that another transaction has locked are skipped. Of
  -- those that expire first, `first` begins anywhere: from the beginning of the index, each
  -- assignment would pass all former ones, as long as a snapshot older than those is open. It does
  -- not compare `expires_on` by `=`: then an index of all codes would have the wanted order too.
  with known as materialized (
    select * from inaam.message where message.id = any (ids) and message.id <> all (unchecked)
      and not exists (
        select from inaam.review_hold as hold
        where hold.campaign = of_campaign and hold.pseudonym = message.pseudonym and hold.state = 'held')),
  due as materialized (
    select known.voucher_amount as amount, known.pseudonym,
      row_number() over (partition by known.voucher_amount order by known.id) as place
    from known
    cross join lateral (
      select from inaam.personal_data
      where personal_data.campaign = of_campaign and personal_data.pseudonym = known.pseudonym
      limit 1) as person
    left join lateral (
      select code_index from inaam.voucher
      where voucher.campaign = of_campaign and voucher.pseudonym = known.pseudonym
      limit 1) as voucher on true
    where known.campaign = of_campaign and known.kind = 'voucher'
      and known.state in ('owed', 'assigned') and voucher.code_index is null),
  demand as materialized (
    select due.amount, count(*) as codes, (
      select voucher.expires_on from inaam.voucher
      where voucher.campaign = of_campaign and voucher.amount = due.amount
        and voucher.pseudonym is null and voucher.withdrawn_at is null
        and voucher.expires_on >= valid_until
      order by voucher.expires_on, voucher.code_index limit 1) as expires_on
    from due group by due.amount),
  first as materialized (
    select demand.amount, code.code_index
    from demand
    cross join lateral (
      select voucher.code_index from inaam.voucher
      where voucher.campaign = of_campaign and voucher.amount = demand.amount
        and voucher.pseudonym is null and voucher.withdrawn_at is null
        and (voucher.expires_on, voucher.code_index) >= (demand.expires_on, anywhere)
        and voucher.expires_on <= demand.expires_on
      order by voucher.expires_on, voucher.code_index limit demand.codes for update skip locked) as code),
  others as materialized (
    select demand.amount, code.code_index
    from demand
    cross join lateral (
      select voucher.code_index from inaam.voucher
      where voucher.campaign = of_campaign and voucher.amount = demand.amount
        and voucher.pseudonym is null and voucher.withdrawn_at is null
        and voucher.expires_on >= valid_until
        and not (voucher.expires_on = demand.expires_on and voucher.code_index >= anywhere)
      order by voucher.expires_on, voucher.code_index
      limit demand.codes - (select count(*) from first where first.amount = demand.amount)
      for update skip locked) as code),
  free as (select * from first union all select * from others),
  placed as (
    select amount, code_index, row_number() over (partition by amount order by code_index) as place
    from free)
  update inaam.voucher set pseudonym = due.pseudonym, assigned_at = at
  from placed join due using (amount, place)
  where voucher.campaign = of_campaign and voucher.code_index = placed.code_index;

  with known as materialized (
    select * from inaam.message where message.id = any (ids) and message.id <> all (unchecked)
      and not exists (
        select from inaam.review_hold as hold
        where hold.campaign = of_campaign and hold.pseudonym = message.pseudonym and hold.state = 'held')),
  paid as materialized (
    select known.id from known
    cross join lateral (
      select from inaam.voucher
      where voucher.campaign = of_campaign and voucher.pseudonym = known.pseudonym limit 1) as voucher
    cross join lateral (
      select from inaam.personal_data
      where personal_data.campaign = of_campaign and personal_data.pseudonym = known.pseudonym
      limit 1) as person
    where known.campaign = of_campaign and known.state in ('owed', 'assigned'))
  update inaam.message set state = 'assigned', sending_since = at from paid where message.id = paid.id;

  return query
    with known as materialized (
      select * from inaam.message where message.id = any (ids))
    select known.id,
      case when known.state not in ('owed', 'assigned') then known.state
        when hold.state = 'held' then 'held'
        when known.id = any (set_aside) then 'setAside'
        when known.id = any (unchecked) then 'unchecked' else known.state end,
      known.resends, known.pseudonym, known.voucher_amount, person.mobile_sealed,
      voucher.code_index, voucher.code_sealed, voucher.assigned_at,
      earner.mobile_index, earner.claim, used.pack, used.source
    from known
    left join lateral (
      select mobile_sealed from inaam.personal_data
      where personal_data.campaign = of_campaign and personal_data.pseudonym = known.pseudonym
      limit 1) as person on true
    left join lateral (
      select code_index, code_sealed, assigned_at from inaam.voucher
      where voucher.campaign = of_campaign and voucher.pseudonym = known.pseudonym
      limit 1) as voucher on true
    left join lateral (
      select state from inaam.review_hold
      where review_hold.campaign = of_campaign and review_hold.pseudonym = known.pseudonym
      limit 1) as hold on true
    cross join lateral (
      select coalesce(bonus_of, pseudonym) as pseudonym from inaam.participant
      where participant.campaign = of_campaign and participant.pseudonym = known.pseudonym
      limit 1) as earned
    cross join lateral (
      select mobile_index, claim from inaam.participant
      where participant.campaign = of_campaign and participant.pseudonym = earned.pseudonym
      limit 1) as earner
    left join lateral (
      select pack, case when key is not null then jsonb_build_object('key', key, 'batch', batch, 'serial', serial) end as source
      from inaam.pack_use join inaam.pack_batch using (campaign, batch)
      where pack_use.campaign = of_campaign and pack_use.pseudonym = earned.pseudonym
      limit 1) as used on true
    where known.campaign = of_campaign and known.kind = 'voucher';
end
$$;

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
    select distinct mobile, code, null::bytea as owner, null::text as outcome
    from unnest(mobiles, codes) as pairs (mobile, code);
  -- In order, so that a delivery that runs by mistake is waited for.
  perform from inaam.voucher join pg_temp.sent on voucher.code_index = sent.code
  where voucher.campaign = of_campaign order by voucher.code_index for update of voucher;

  -- Of several participations of a number, a code is of the one that has it; else of one with a
  -- reward of its amount and no code, in their order. Otherwise the first stands for the number.
  update pg_temp.sent set owner = found.owner
  from (
    select asked.mobile, asked.code,
      coalesce(case when has.mobile_index = asked.mobile then has.pseudonym end, free.pseudonym, first.pseudonym) as owner
    from (
      select sent.mobile, sent.code, voucher.amount, voucher.pseudonym,
        voucher.pseudonym is null and voucher.withdrawn_at is null as is_free,
        row_number() over (
          partition by sent.mobile, voucher.amount, voucher.pseudonym is null, voucher.withdrawn_at is null
          order by sent.code) as place
      from pg_temp.sent
      join inaam.voucher on voucher.campaign = of_campaign and voucher.code_index = sent.code) as asked
    left join inaam.participant as has on has.campaign = of_campaign and has.pseudonym = asked.pseudonym
    left join lateral (
      select participant.pseudonym,
        row_number() over (order by participant.claim, participant.bonus_of) as place
      from inaam.participant
      join inaam.reward on reward.campaign = of_campaign and reward.pseudonym = participant.pseudonym
      where participant.campaign = of_campaign and participant.mobile_index = asked.mobile
        and reward.amount = asked.amount and not exists (
          select from inaam.voucher as own
          where own.campaign = of_campaign and own.pseudonym = participant.pseudonym)) as free
      on asked.is_free and free.place = asked.place
    left join lateral (
      select participant.pseudonym from inaam.participant
      where participant.campaign = of_campaign and participant.mobile_index = asked.mobile
      order by participant.claim, participant.bonus_of limit 1) as first on true) as found
  where found.code = sent.code and found.mobile = sent.mobile;

  update pg_temp.sent set outcome = case
      when voucher.pseudonym = sent.owner then 'known'
      when voucher.pseudonym is not null then 'elsewhere'
      when voucher.withdrawn_at is null and reward.amount = voucher.amount
        and not exists (
          select from inaam.voucher as own
          where own.campaign = of_campaign and own.pseudonym = sent.owner) then 'assigned'
      when voucher.withdrawn_at is not null and (coalesce(limits.blocked, false) or exists (
        select from inaam.voucher as own
        join pg_temp.sent as kept on kept.code = own.code_index and kept.mobile = same.mobile
        where own.campaign = of_campaign and own.pseudonym = same.owner)) then 'known'
      else 'withdrawn' end
  from pg_temp.sent as same
  join inaam.voucher on voucher.campaign = of_campaign and voucher.code_index = same.code
  left join inaam.reward on reward.campaign = of_campaign and reward.pseudonym = same.owner
  left join inaam.mobile_limits as limits
    on limits.campaign = of_campaign and limits.mobile_index = same.mobile
  where same.code = sent.code and same.mobile = sent.mobile;
  -- A reward takes one code: of two that were sent to its number the other is only withdrawn.
  update pg_temp.sent set outcome = 'withdrawn'
  where outcome = 'assigned' and code <> (
    select first.code from pg_temp.sent as first
    where first.owner = sent.owner and first.outcome = 'assigned' order by first.code limit 1);
  -- A code goes to one reward: the other numbers that it was sent to have it from elsewhere.
  update pg_temp.sent set outcome = 'elsewhere'
  where outcome in ('assigned', 'withdrawn') and exists (
    select from pg_temp.sent as first
    where first.code = sent.code and first.outcome = 'assigned' and first.mobile <> sent.mobile
      and (sent.outcome = 'withdrawn' or first.mobile < sent.mobile));

  update inaam.voucher set pseudonym = sent.owner, assigned_at = at
  from pg_temp.sent
  where campaign = of_campaign and code_index = sent.code and outcome = 'assigned';
  -- They have arrived: nothing is sent again.
  update inaam.message set state = 'sent', sent_at = at
  from pg_temp.sent
  where campaign = of_campaign and message.pseudonym = sent.owner and message.kind = 'voucher'
    and message.state in ('owed', 'assigned') and outcome in ('known', 'assigned');
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
