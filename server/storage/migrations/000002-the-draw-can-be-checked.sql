-- The draw that anybody can check (docs/decisions/0013): what was committed to before the start, what is left of each
-- part of the budget, where the law forbids chance, the reveal after the end, and what operators did.

-- A chain begins at its commitment, so one that began without cannot be checked by anybody and cannot be continued.
do $$
begin
  if exists (select from inaam.participant) or exists (select from inaam.reward) or exists (select from inaam.ledger) then
    raise exception using errcode = 'IN001', message =
      'This database holds a campaign that a version before commitments has begun: nobody could check its draw. Finish it with that version, or name a new database in DATABASE_URL and commit to the draw there.';
  end if;
end
$$;
-- Heads of campaigns in which nothing has happened: the commitment makes them anew.
delete from inaam.deck;
delete from inaam.head;

create function inaam.refuse_any_change() returns trigger language plpgsql as $$
begin
  raise exception 'inaam.% is append-only', tg_table_name;
end
$$;

-- The published document, byte for byte, and its SHA-256: the hash that the ledger's chain begins with.
create table inaam.commitment (
  campaign text primary key,
  document text not null,
  hash bytea not null,
  committed_at timestamptz not null,
  committed_by text not null,
  check (hash = sha256(convert_to(document, 'UTF8')))
);
create trigger commitment_is_append_only before update or delete or truncate on inaam.commitment
  for each statement execute function inaam.refuse_any_change();

-- What the head held of the reserve is a row of the budget now. `revealed_at` stands here, beside what the row's lock
-- guards, so that whoever waited for the lock reads it as it is.
alter table inaam.head drop column reserve_amount, drop column reserve_left,
  add column revealed_at timestamptz,
  add foreign key (campaign) references inaam.commitment;
create function inaam.refuse_another_deck() returns trigger language plpgsql as $$
begin
  if (new.campaign, new.denominations, new.cards, new.blocks)
    is distinct from (old.campaign, old.denominations, old.cards, old.blocks) then
    raise exception 'the deck was committed to and stays as it is';
  end if;
  return new;
end
$$;
create trigger deck_stays before update on inaam.head
  for each row execute function inaam.refuse_another_deck();

-- The secret of the draw, once the programme is over and no claim can come any more.
create table inaam.reveal (
  campaign text primary key references inaam.commitment,
  secret bytea not null check (octet_length(secret) >= 32),
  revealed_at timestamptz not null,
  revealed_by text not null
);
create trigger reveal_is_append_only before update or delete or truncate on inaam.reveal
  for each statement execute function inaam.refuse_any_change();

-- Law as dated data: days of India, both included.
create table inaam.law (
  campaign text not null references inaam.commitment,
  state text not null,
  from_day date not null,
  until_day date,
  is_chance_forbidden boolean not null,
  amount integer not null check (amount >= 1),
  citation text not null,
  primary key (campaign, state, from_day),
  check (until_day is null or from_day <= until_day)
);
create trigger law_is_append_only before update or delete or truncate on inaam.law
  for each statement execute function inaam.refuse_any_change();

-- The state of the first verification counts for good; the law is looked up by it.
create function inaam.refuse_another_state() returns trigger language plpgsql as $$
begin
  raise exception 'the state of a participant is frozen';
end
$$;
create trigger state_is_frozen before update of state on inaam.participant
  for each row when (new.state is distinct from old.state) execute function inaam.refuse_another_state();

-- The budget as an identity, one row a pool: `chance:5`, `reserve:3`, `fixed:Tamil Nadu:3`. What is granted is counted
-- by the reward's own trigger, so that no statement can grant a reward beside it.
create table inaam.budget (
  campaign text not null references inaam.commitment,
  pool text not null,
  kind text not null check (kind in ('chance', 'reserve', 'fixed')),
  state text,
  amount integer not null check (amount >= 1),
  planned bigint not null check (planned >= 0),
  granted bigint not null default 0 check (granted >= 0),
  remaining bigint not null check (remaining >= 0),
  primary key (campaign, pool),
  unique (campaign, pool, kind, amount),
  check (planned = granted + remaining),
  check ((kind = 'fixed') = (state is not null))
);
create function inaam.refuse_another_move() returns trigger language plpgsql as $$
begin
  if (new.campaign, new.pool, new.kind, new.state, new.amount, new.planned)
    is distinct from (old.campaign, old.pool, old.kind, old.state, old.amount, old.planned) then
    raise exception 'the plan of the budget was committed to and stays as it is';
  end if;
  if pg_trigger_depth() < 2 then
    raise exception 'the budget moves with the rewards and by nothing else';
  end if;
  return new;
end
$$;
create trigger budget_moves_with_rewards before update on inaam.budget
  for each row execute function inaam.refuse_another_move();
create trigger budget_is_kept before delete or truncate on inaam.budget
  for each statement execute function inaam.refuse_any_change();

-- A campaign that closes with its deck: how many participants are promised a card or a fixed reward.
create table inaam.admission (
  campaign text not null references inaam.commitment,
  promise text not null,
  most bigint not null,
  promised bigint not null default 0,
  primary key (campaign, promise),
  check (promised between 0 and most)
);

-- `day` of India by the campaign's clock: law and pace went by it. Kind and amount are those of the pool.
alter table inaam.reward
  add column day date not null,
  add column pool text not null,
  add foreign key (campaign, pool, kind, amount) references inaam.budget (campaign, pool, kind, amount);

-- A trigger and no foreign key: a law holds between dates, and a key can only point at a row for each state and day.
-- Nothing it looks at can change behind its back: laws are append-only, the state of a participant is frozen.
create function inaam.pay_from_budget() returns trigger language plpgsql as $$
declare
  forbidden text;
begin
  select law.state into forbidden
  from fresh
  join inaam.participant using (campaign, pseudonym)
  join inaam.law on law.campaign = fresh.campaign and law.state = participant.state and law.is_chance_forbidden
    and fresh.day between law.from_day and coalesce(law.until_day, 'infinity')
  where fresh.kind = 'chance'
  limit 1;
  if found then
    raise exception using errcode = 'check_violation', constraint = 'no_chance_where_forbidden',
      message = format('a reward by chance is forbidden in %s', forbidden);
  end if;
  if exists (select from fresh join inaam.head using (campaign) where head.revealed_at is not null) then
    raise exception using errcode = 'check_violation', constraint = 'nothing_after_the_reveal',
      message = 'nothing is granted after the reveal';
  end if;
  update inaam.budget set granted = granted + paid.rewards, remaining = remaining - paid.rewards
  from (select campaign, pool, count(*) as rewards from fresh group by campaign, pool) as paid
  where budget.campaign = paid.campaign and budget.pool = paid.pool;
  return null;
end
$$;
create trigger reward_is_paid after insert on inaam.reward
  referencing new table as fresh
  for each statement execute function inaam.pay_from_budget();
create trigger reward_is_append_only before update or delete or truncate on inaam.reward
  for each statement execute function inaam.refuse_any_change();

create function inaam.refuse_after_reveal() returns trigger language plpgsql as $$
begin
  if exists (select from fresh join inaam.head using (campaign) where head.revealed_at is not null) then
    raise exception using errcode = 'check_violation', constraint = 'nothing_after_the_reveal',
      message = 'the ledger is closed since the reveal';
  end if;
  return null;
end
$$;
create trigger ledger_ends_with_reveal after insert on inaam.ledger
  referencing new table as fresh
  for each statement execute function inaam.refuse_after_reveal();

-- What operators did by the command line: who, when, what and why.
create table inaam.audit (
  number bigint generated always as identity primary key,
  at timestamptz not null,
  operator text not null check (operator <> ''),
  command text not null,
  why text not null check (why <> ''),
  campaign text,
  details jsonb not null
);
create index audit_by_campaign on inaam.audit (campaign, number);
create trigger audit_is_append_only before update or delete or truncate on inaam.audit
  for each statement execute function inaam.refuse_any_change();
