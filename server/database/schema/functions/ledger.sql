-- What keeps the books: rows that never change, and a ledger that says what was written. A program
-- that may append to the ledger can append only what continues the chain and says what participants
-- and rewards say.

create or replace function inaam.refuse_any_change() returns trigger language plpgsql as $$
begin
  raise exception 'inaam.% is append-only', tg_table_name;
end
$$;
create or replace trigger commitment_is_append_only before update or delete or truncate on inaam.commitment
  for each statement execute function inaam.refuse_any_change();
create or replace trigger reveal_is_append_only before update or delete or truncate on inaam.reveal
  for each statement execute function inaam.refuse_any_change();
create or replace trigger law_is_append_only before update or delete or truncate on inaam.law
  for each statement execute function inaam.refuse_any_change();
create or replace trigger budget_is_append_only before delete or truncate on inaam.budget
  for each statement execute function inaam.refuse_any_change();
create or replace trigger reward_is_append_only before update or delete or truncate on inaam.reward
  for each statement execute function inaam.refuse_any_change();
create or replace trigger ledger_is_append_only before update or delete or truncate on inaam.ledger
  for each statement execute function inaam.refuse_any_change();
create or replace trigger amendment_is_append_only before update or delete or truncate on inaam.amendment
  for each statement execute function inaam.refuse_any_change();
create or replace trigger audit_is_append_only before update or delete or truncate on inaam.audit
  for each statement execute function inaam.refuse_any_change();

-- Of a participation: its purchase. A plugin that asks for one replaces it.
create or replace function inaam.purchase_of(of_campaign text, of_pseudonym bytea)
returns table (label text, id bytea, source jsonb) language sql stable
as $$ select null::text, null::bytea, null::jsonb where false $$;

create or replace function inaam.refuse_after_reveal() returns trigger language plpgsql
set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from inaam.reveal where campaign = any (array(select distinct campaign from added))) then
    raise exception using errcode = 'check_violation', constraint = 'nothing_after_the_reveal',
      message = 'the ledger is closed since the reveal';
  end if;
  -- The head's trigger then checks all entries between the old head and the new one.
  if exists (
    select from added left join inaam.head using (campaign)
    where head.next_ledger is null or added.number >= head.next_ledger) then
    raise exception using errcode = 'check_violation', constraint = 'entries_move_the_head',
      message = 'an entry of the ledger is written in one statement with the head';
  end if;
  return null;
end
$$;
create or replace trigger ledger_ends_with_reveal after insert on inaam.ledger
  referencing new table as added
  for each statement execute function inaam.refuse_after_reveal();

create or replace function inaam.ledger_minute(at timestamptz) returns text language sql immutable
return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"');

-- As commitment.rules.ts writes it.
create or replace function inaam.canonical_entry(entry jsonb) returns text language sql immutable
return (
  select '{' || string_agg(to_json(key)::text || ':' || value::text, ',' order by key collate "C") || '}'
  from jsonb_each(jsonb_strip_nulls(entry)));

-- Of all entries between the old head and the new one. Byte for byte: each has the fields of what
-- was written, and no others.
create or replace function inaam.check_entries() returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  entry record;
  said jsonb;
  next_ledger bigint := old.next_ledger;
  next_draw bigint := old.next_draw;
  last_hash bytea := old.last_hash;
  wanted jsonb;
  block_cards bigint := (select sum(card) from unnest(new.cards) as card);
begin
  for entry in
    select ledger.number, ledger.kind, ledger.pseudonym, ledger.content, ledger.hash from inaam.ledger
    where ledger.campaign = new.campaign and ledger.number >= old.next_ledger and ledger.number < new.next_ledger
    order by ledger.number
  loop
    last_hash := sha256(last_hash || convert_to(entry.content, 'UTF8'));
    said := entry.content::jsonb;
    if entry.number <> next_ledger or entry.hash <> last_hash then
      raise exception using errcode = 'check_violation', constraint = 'ledger_is_a_chain',
        message = format('entry %s of the ledger does not continue it', next_ledger);
    end if;
    next_ledger := next_ledger + 1;
    wanted := case entry.kind
      when 'verified' then (
        select jsonb_build_object('state', state, 'promise', promise, 'draw', draw_number,
          'block', draw_number / block_cards, 'at', inaam.ledger_minute(verified_at),
          'day', to_char((said ->> 'day')::date, 'YYYY-MM-DD'),
          'batch', (
            select label from inaam.purchase_of(new.campaign, entry.pseudonym)),
          'of', (
            select encode(earliest.pseudonym, 'hex') from inaam.participation as earliest
            where participation.claim > 1 and earliest.campaign = new.campaign
              and earliest.mobile_index = participation.mobile_index and earliest.claim = 1))
        from inaam.participation
        where participation.campaign = new.campaign and participation.pseudonym = entry.pseudonym
          and coalesce(draw_number, next_draw) = next_draw)
      when 'granted' then (
        select jsonb_build_object('state', state, 'promise', promise, 'draw', participation.draw_number,
          'block', participation.draw_number / block_cards, 'at', inaam.ledger_minute(granted_at),
          'day', day, 'amount', amount, 'reward', kind)
        from inaam.reward join inaam.participation using (campaign, pseudonym)
        where reward.campaign = new.campaign and reward.pseudonym = entry.pseudonym and not is_bonus
          and coalesce(block = participation.draw_number / block_cards, true))
      when 'bonus' then (
        -- Which question is for the plugin to compare.
        select jsonb_build_object('state', state, 'amount', bonus.amount, 'question', said -> 'question',
          'draw', reward.draw_number, 'at', inaam.ledger_minute(bonus.granted_at), 'day', bonus.day)
        from inaam.reward as bonus join inaam.reward using (campaign, pseudonym)
        join inaam.participation using (campaign, pseudonym)
        where bonus.campaign = new.campaign and bonus.pseudonym = entry.pseudonym
          and bonus.is_bonus and not reward.is_bonus)
      else (
        select said from inaam.amendment
        where amendment.campaign = new.campaign and amendment.number = entry.number
          and (amendment.content, amendment.hash) = (entry.content, entry.hash))
    end;
    if entry.kind = 'verified' and said ->> 'promise' = 'chance' then
      next_draw := next_draw + 1;
    end if;
    if wanted is null or entry.kind <> 'amended' and (
      entry.content <> inaam.canonical_entry(wanted || jsonb_build_object('campaign', new.campaign,
        'number', entry.number, 'kind', entry.kind, 'pseudonym', encode(entry.pseudonym, 'hex')))
      or not new.has_own_clock and not (
        (said ->> 'at')::timestamptz between now() - interval '1 day' and now() + interval '1 day'
        and (said ->> 'day')::date - (now() at time zone 'Asia/Kolkata')::date between -1 and 1)) then
      raise exception using errcode = 'check_violation', constraint = 'ledger_says_what_is',
        message = format('entry %s of the ledger does not say what was written', entry.number);
    end if;
  end loop;
  if (next_ledger, last_hash, next_draw) is distinct from (new.next_ledger, new.last_hash, new.next_draw) then
    raise exception using errcode = 'check_violation', constraint = 'head_is_the_end',
      message = 'the head is not the end of the ledger';
  end if;
  return null;
end
$$;
create or replace trigger head_moves_with_entries after update of next_ledger, last_hash, next_draw on inaam.head
  for each row execute function inaam.check_entries();

-- `tg_argv`: the kind of the entry; for that of a bonus see `refuse_unearned`. Without it a reward
-- would be paid that nobody could recompute.
create or replace function inaam.refuse_unrecorded() returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (
    select from added where not exists (
      select from inaam.ledger
      where ledger.campaign = added.campaign and ledger.pseudonym = added.pseudonym
        and ledger.kind = tg_argv[0])) then
    raise exception using errcode = 'check_violation', constraint = 'recorded_in_the_ledger',
      message = format('inaam.%s is written in one statement with the ledger', tg_table_name);
  end if;
  return null;
end
$$;
create or replace trigger participation_is_recorded after insert on inaam.participation
  referencing new table as added
  for each statement execute function inaam.refuse_unrecorded('verified');
create or replace trigger reward_is_recorded after insert on inaam.reward
  referencing new table as added
  for each statement execute function inaam.refuse_unrecorded('granted');

-- Acts as the owner: who may insert an amendment may change head, deck and budget in no other way.
-- Entry and head are written in one statement, so that they are checked together.
create or replace function inaam.amend() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  committed inaam.head;
  changed bigint;
begin
  select * into strict committed from inaam.head where campaign = new.campaign for update;
  if committed.next_ledger <> new.number then
    raise exception 'an amendment is the next entry of the ledger';
  end if;
  with entry as (
    insert into inaam.ledger (campaign, number, kind, content, hash)
    values (new.campaign, new.number, 'amended', new.content, new.hash))
  update inaam.head set next_ledger = new.number + 1, last_hash = new.hash,
    blocks = committed.blocks + new.blocks, last_day = new.last_day
  where campaign = new.campaign;
  insert into inaam.deck (campaign, block, remaining)
  select new.campaign, block, committed.cards
  from generate_series(committed.blocks, committed.blocks + new.blocks - 1) as block;
  update inaam.budget set planned = planned + gain.added, remaining = remaining + gain.added
  from unnest(new.pools, new.added) as gain (pool, added)
  where budget.campaign = new.campaign and budget.pool = gain.pool;
  get diagnostics changed = row_count;
  if changed <> cardinality(new.pools) then
    raise exception 'an amendment adds to pools that were committed to';
  end if;
  update inaam.admission set capacity = capacity + gain.added
  from (
    select case when pool like 'chance:%' then 'chance' else pool end as pool, sum(added) as added
    from unnest(new.pools, new.added) as gain (pool, added) group by 1) as gain
  where admission.campaign = new.campaign and admission.pool = gain.pool;
  return null;
end
$$;
create or replace trigger amendment_is_applied after insert on inaam.amendment
  for each row execute function inaam.amend();
