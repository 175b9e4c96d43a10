-- The question after a reward. While it waits for an answer, a place in its pool is kept; a wrong
-- answer gives the place back, and a right one hands it on to the bonus.

create or replace function inaam.keep_for_question() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (
    select from added cross join lateral (
      select promise from inaam.participant
      where participant.campaign = added.campaign and participant.pseudonym = added.pseudonym
      limit 1) as participant
    where promise = 'bonus') then
    raise exception using errcode = 'check_violation', constraint = 'no_question_for_a_bonus',
      message = 'a bonus is followed by no question';
  end if;
  update inaam.budget set promised = promised + kept.count
  from (select campaign, pool, count(*) from added where answer is null group by campaign, pool) as kept
  where budget.campaign = kept.campaign and budget.pool = kept.pool;
  insert into inaam.figure_change (campaign, hour, figure, label, change, pseudonym)
  select campaign, inaam.rollup_hour(asked_at), 'asked', '', 1, pseudonym from added;
  return null;
end
$$;
create or replace trigger question_is_kept after insert on inaam.question
  referencing new table as added
  for each statement execute function inaam.keep_for_question();

create or replace function inaam.refuse_another_answer() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', constraint = 'the_first_answer_counts',
    message = 'a question is answered once, and never changes';
end
$$;
create or replace trigger question_is_answered_once before update on inaam.question
  for each row when (old.answered_at is not null) execute function inaam.refuse_another_answer();
create or replace trigger question_is_kept_forever before delete or truncate on inaam.question
  for each statement execute function inaam.refuse_any_change();

-- A right answer is paid in the statement that stores it.
create or replace function inaam.settle_answers() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (
    select from answered where is_right and not exists (
      select from inaam.participant
      where participant.campaign = answered.campaign and bonus_of = answered.pseudonym)) then
    raise exception using errcode = 'check_violation', constraint = 'a_right_answer_is_paid',
      message = 'a right answer is written in one statement with its bonus';
  end if;
  update inaam.budget set promised = promised - freed.count
  from (select campaign, pool, count(*) from answered where not is_right group by campaign, pool) as freed
  where budget.campaign = freed.campaign and budget.pool = freed.pool;
  insert into inaam.figure_change (campaign, hour, figure, label, change, pseudonym)
  select campaign, inaam.rollup_hour(answered_at), 'wrong', '', 1, pseudonym
  from answered where not is_right;
  return null;
end
$$;
create or replace trigger answer_is_settled after update on inaam.question
  referencing new table as answered
  for each statement execute function inaam.settle_answers();

-- Closes the questions to which nobody has come back within a day, which gives back their places.
-- Acts as the owner, because the head's lock orders what changes a pool.
create or replace function inaam.close_questions(of_campaign text, closed_at timestamptz)
returns void language plpgsql
security definer set search_path = pg_catalog, pg_temp
as $$
declare
  due timestamptz := closed_at - interval '1 day';
begin
  if exists (
    select from inaam.question
    where campaign = of_campaign and answered_at is null and asked_at <= due) then
    perform from inaam.head where campaign = of_campaign for update;
    update inaam.question set is_right = false, answered_at = closed_at
    where campaign = of_campaign and answered_at is null and asked_at <= due;
  end if;
end
$$;

create or replace function inaam.refuse_unearned() returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (
    select from added where bonus_of is not null and not exists (
      select from inaam.question
      cross join lateral (
        select state, mobile_index from inaam.participant
        where participant.campaign = added.campaign and participant.pseudonym = added.bonus_of
        limit 1) as earner
      where question.campaign = added.campaign and question.pseudonym = added.bonus_of and is_right
        and question.pool = added.promised_pool
        and (earner.state, earner.mobile_index) = (added.state, added.mobile_index))) then
    raise exception using errcode = 'check_violation', constraint = 'a_bonus_is_earned',
      message = 'a bonus belongs to a right answer of the same number';
  end if;
  return null;
end
$$;
create or replace trigger bonus_is_earned after insert on inaam.participant
  referencing new table as added
  for each statement execute function inaam.refuse_unearned();

-- Locks the head as `lock_draw` does, then the participations: a person who is being erased has no
-- number for a voucher afterwards. No row: there is no head.
create or replace function inaam.lock_questions(campaign_id text, participations bytea[])
returns table (
  next_ledger bigint, last_hash bytea, revealed_at timestamptz, paused_at timestamptz, last_day text,
  -- In the order of the participations, null where there is none: the participation, its reward, and
  -- the question that it was asked.
  states text[], mobile_indexes bytea[], claims integer[], amounts integer[],
  draw_numbers bigint[], questions integer[], bonuses integer[], answers integer[], are_kept boolean[],
  -- The pools of bonuses: what is neither granted nor promised.
  pools text[], pool_kinds text[], pool_amounts integer[], pools_free bigint[])
language plpgsql
as $$
#variable_conflict use_column
begin
  select head.next_ledger, head.last_hash, head.revealed_at, head.paused_at, head.last_day::text
  into next_ledger, last_hash, revealed_at, paused_at, last_day
  from inaam.head where campaign = campaign_id for update;
  if not found then
    return;
  end if;
  perform from (select distinct unnest(participations) as pseudonym order by 1) as one
  cross join lateral (
    select from inaam.participant
    where campaign = campaign_id and participant.pseudonym = one.pseudonym
    for key share) as locked;
  select array_agg(state order by place), array_agg(mobile_index order by place),
    array_agg(claim order by place), array_agg(reward.amount order by place),
    array_agg(reward.draw_number order by place),
    array_agg(question.question order by place), array_agg(question.amount order by place),
    array_agg(question.answer order by place), array_agg(kept.pseudonym is not null order by place)
  into states, mobile_indexes, claims, amounts, draw_numbers, questions, bonuses, answers, are_kept
  from unnest(participations) with ordinality as one (pseudonym, place)
  left join lateral (
    select state, mobile_index, claim from inaam.participant
    where campaign = campaign_id and participant.pseudonym = one.pseudonym limit 1) as participant on true
  left join lateral (
    select amount, draw_number from inaam.reward
    where campaign = campaign_id and reward.pseudonym = one.pseudonym limit 1) as reward on true
  left join lateral (
    select question, amount,
      case when answered_at is not null then coalesce(answer, -1) end as answer from inaam.question
    where campaign = campaign_id and question.pseudonym = one.pseudonym limit 1) as question on true
  left join lateral (
    select pseudonym from inaam.personal_data
    where campaign = campaign_id and personal_data.pseudonym = one.pseudonym limit 1) as kept on true;
  select array_agg(pool), array_agg(kind), array_agg(amount), array_agg(remaining - promised)
  into pools, pool_kinds, pool_amounts, pools_free
  from inaam.budget where campaign = campaign_id and kind = 'bonus';
  return next;
end
$$;
