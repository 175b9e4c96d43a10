-- Takes voucher messages that the caller has locked: leases them, assigns a voucher code to each
-- reward that has none, marks the messages `assigned`, and returns what there is to send. A reward
-- keeps its code; one without stock stays `owed`; those whose personal data was erased take no code,
-- and a code must be valid until the promised day at least. A voucher that is held takes no code, is
-- answered as `held`, whatever it was before, and is not due until it is released. What `draw` has
-- not checked takes none either, and is answered as `unchecked`, or `setAside`; nor does what no
-- watch has measured. The others may be with a provider from then on.
--
-- Each row is looked up by its whole key: a join could begin with all rewards, or with all
-- participants. Nothing but `id` is compared where `message` is read, or an index of whole
-- campaigns might be chosen.
create or replace function inaam.take_vouchers(
  of_campaign text, ids uuid[], unmeasured uuid[], hidden interval, at timestamptz, valid_until date)
returns table (
  id uuid, path text, attempts integer, state text, resends integer, pseudonym bytea, amount integer,
  mobile_sealed bytea, code_index bytea, code_sealed bytea, assigned_at timestamptz,
  -- The number's; which of its participations it is, and the purchase of that.
  mobile_index bytea, claim integer, purchase bytea, purchase_source jsonb)
language plpgsql
set enable_sort = off
as $$
#variable_conflict use_column
declare
  anywhere bytea := uuid_send(gen_random_uuid());
  held uuid[];
  set_aside uuid[];
  waiting uuid[];
begin
  -- Who holds a voucher locks it, too: either the hold is seen here, or it sees that the voucher is
  -- on its way. The bonus of a voucher that was refused waits too, until a person decides.
  select coalesce(array_agg(asked.id) filter (where is_held), '{}'),
    coalesce(array_agg(asked.id) filter (where number = any (checked.set_aside)), '{}'),
    coalesce(array_agg(asked.id) filter (where is_held or checked.stopped_at is not null
      or checked.entries <= number or number = any (checked.set_aside)), '{}') || unmeasured
  into held, set_aside, waiting
  from unnest(ids) as asked (id)
  cross join lateral (
    select pseudonym, is_bonus from inaam.message where message.id = asked.id limit 1) as owed
  left join lateral (
    select state <> 'released' as is_held from inaam.voucher_hold
    where voucher_hold.campaign = of_campaign and voucher_hold.pseudonym = owed.pseudonym
    limit 1) as hold on true
  left join lateral (
    select number from inaam.ledger
    where ledger.campaign = of_campaign and ledger.pseudonym = owed.pseudonym
      and ledger.kind = case when owed.is_bonus then 'bonus' else 'granted' end
    limit 1) as entry on true
  left join inaam.checked_ledger as checked on checked.campaign = of_campaign and number is not null;

  -- Pairs free codes and rewards in order. Codes that another transaction has locked are skipped. Of
  -- those that expire first, `first` begins anywhere: from the beginning of the index, each
  -- assignment would pass all former ones, as long as a snapshot older than those is open. It does
  -- not compare `expires_on` by `=`: then an index of all codes would have the wanted order too.
  with known as materialized (
    select * from inaam.message where message.id = any (ids) and message.id <> all (waiting)),
  due as materialized (
    select known.voucher_amount as amount, known.pseudonym, known.is_bonus,
      row_number() over (partition by known.voucher_amount order by known.id) as place
    from known
    cross join lateral (
      select from inaam.personal_data
      where personal_data.campaign = of_campaign and personal_data.pseudonym = known.pseudonym
      limit 1) as person
    left join lateral (
      select code_index from inaam.voucher
      where voucher.campaign = of_campaign and voucher.pseudonym = known.pseudonym
        and voucher.is_bonus = known.is_bonus
      limit 1) as voucher on true
    where voucher.code_index is null),
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
  update inaam.voucher set pseudonym = due.pseudonym, is_bonus = due.is_bonus, assigned_at = at
  from placed join due using (amount, place)
  where voucher.campaign = of_campaign and voucher.code_index = placed.code_index;

  return query
    with known as materialized (
      select * from inaam.message where message.id = any (ids)),
    found as materialized (
      select known.id, person.mobile_sealed, voucher.code_index, voucher.code_sealed,
        voucher.assigned_at, participation.mobile_index, participation.claim, used.id as purchase, used.source,
        person.mobile_sealed is not null and voucher.code_index is not null
          and known.id <> all (waiting) as is_paid
      from known
      left join lateral (
        select mobile_sealed from inaam.personal_data
        where personal_data.campaign = of_campaign and personal_data.pseudonym = known.pseudonym
        limit 1) as person on true
      left join lateral (
        select code_index, code_sealed, assigned_at from inaam.voucher
        where voucher.campaign = of_campaign and voucher.pseudonym = known.pseudonym
          and voucher.is_bonus = known.is_bonus
        limit 1) as voucher on true
      cross join lateral (
        select mobile_index, claim from inaam.participation
        where participation.campaign = of_campaign and participation.pseudonym = known.pseudonym
        limit 1) as participation
      left join lateral inaam.purchase_of(of_campaign, known.pseudonym) as used on true)
    update inaam.message set
      due_at = case when message.id = any (held) then 'infinity' else now() + hidden end,
      leased_until = case when message.id <> all (held) then now() + hidden end,
      attempts = message.attempts + 1,
      state = case when is_paid then 'assigned' else message.state end,
      sending_since = case when is_paid then at else message.sending_since end
    from found
    where message.id = any (ids) and message.id = found.id
    returning message.id, message.path, message.attempts,
      case when message.id = any (held) then 'held'
        when message.id = any (set_aside) then 'setAside'
        when message.id = any (waiting) then 'unchecked' else message.state end,
      message.resends, message.pseudonym, message.voucher_amount, found.mobile_sealed,
      found.code_index, found.code_sealed, found.assigned_at, found.mobile_index, found.claim,
      found.purchase, found.source;
end
$$;
