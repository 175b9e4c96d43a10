-- Locks codes of packs, in an order that all share, until the end of the transaction: of two
-- numbers with one code, the second waits, and then finds it used. Returns the batch's state and by
-- which number the code is used, in the order of the codes. Called before the head is locked.
create or replace function inaam.lock_packs(of_campaign text, of_packs bytea[], of_batches integer[])
returns table (locked_campaign text, pack_states text[], pack_owners bytea[])
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(of_campaign || encode(pack, 'hex'), 41))
  from (select pack from unnest(of_packs) as pack where pack is not null order by pack) as packs;
  -- A separate statement sees what was committed while the lock was waited for.
  return query select of_campaign,
    array_agg((
      select state from inaam.pack_batch
      where campaign = of_campaign and pack_batch.batch = asked.batch) order by place),
    array_agg((
      select mobile_index from inaam.participation
      where campaign = of_campaign and pseudonym = (
        select pseudonym from inaam.pack_use
        where campaign = of_campaign and pack_use.pack = asked.pack)) order by place)
  from unnest(of_packs, of_batches) with ordinality as asked (pack, batch, place);
end
$$;

-- Acts as the owner: no program may write how many codes were used.
create or replace function inaam.count_pack_uses() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update inaam.pack_batch set used = least(codes, used + uses.count)
  from (select campaign, batch, count(*) from added group by campaign, batch order by batch) as uses
  where pack_batch.campaign = uses.campaign and pack_batch.batch = uses.batch;
  return null;
end
$$;
create or replace trigger pack_use_is_counted after insert on inaam.pack_use
  referencing new table as added
  for each statement execute function inaam.count_pack_uses();

-- A loaded code was printed, and a made one has a place in its batch. That it is the code of this
-- place, only a program with the key can tell.
create or replace function inaam.refuse_unprinted() returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (
    select from added join inaam.pack_batch using (campaign, batch)
    where case when key is not null then coalesce(serial not between 0 and codes - 1, true)
      else not exists (
        select from inaam.pack_code
        where (pack_code.campaign, pack_code.pack, pack_code.batch) = (added.campaign, added.pack, batch)) end) then
    raise exception using errcode = 'check_violation', constraint = 'a_used_code_was_printed',
      message = 'a used code is one of its batch';
  end if;
  return null;
end
$$;
create or replace trigger used_code_was_printed after insert on inaam.pack_use
  referencing new table as added
  for each statement execute function inaam.refuse_unprinted();

-- In place of the core's, which finds none.
create or replace function inaam.purchase_of(of_campaign text, of_pseudonym bytea)
returns table (label text, id bytea, source jsonb) language sql stable
as $$
  select label, pack, case when key is not null then jsonb_build_object('key', key, 'batch', batch, 'serial', serial) end
  from inaam.pack_use join inaam.pack_batch using (campaign, batch)
  where pack_use.campaign = of_campaign and pack_use.pseudonym = of_pseudonym limit 1
$$;
