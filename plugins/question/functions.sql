-- The question after a reward. While it waits for an answer, a place in its pool is kept; a wrong
-- answer gives the place back, and a right one hands it on to the bonus.

create or replace function inaam.keep_for_question() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (
    select from added where not exists (
      select from inaam.reward
      where reward.campaign = added.campaign and reward.pseudonym = added.pseudonym)) then
    raise exception using errcode = 'check_violation', constraint = 'a_question_follows_a_reward',
      message = 'a question follows a reward';
  end if;
  update inaam.budget set promised = promised + kept.count
  from (select campaign, pool, count(*) from added where answer is null group by campaign, pool) as kept
  where budget.campaign = kept.campaign and budget.pool = kept.pool;
  update inaam.participation set is_asked = true
  from (select campaign, pseudonym from added order by pseudonym) as added
  where participation.campaign = added.campaign and participation.pseudonym = added.pseudonym;
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
      select from inaam.reward
      where reward.campaign = answered.campaign and reward.pseudonym = answered.pseudonym and is_bonus)) then
    raise exception using errcode = 'check_violation', constraint = 'a_right_answer_is_paid',
      message = 'a right answer is written in one statement with its bonus';
  end if;
  update inaam.participation set is_asked = false
  from (select campaign, pseudonym from answered order by pseudonym) as answered
  where participation.campaign = answered.campaign and participation.pseudonym = answered.pseudonym;
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
    select from added where is_bonus and not exists (
      select from inaam.question join inaam.ledger using (campaign, pseudonym)
      where question.campaign = added.campaign and question.pseudonym = added.pseudonym and is_right
        and question.pool = added.pool and ledger.kind = 'bonus'
        and ledger.content::jsonb -> 'question' = to_jsonb(question.question))) then
    raise exception using errcode = 'check_violation', constraint = 'a_bonus_is_earned',
      message = 'a bonus belongs to a right answer, and is written in one statement with the ledger';
  end if;
  return null;
end
$$;
create or replace trigger bonus_is_earned after insert on inaam.reward
  referencing new table as added
  for each statement execute function inaam.refuse_unearned();
