-- A number may take part several times: each row of `participant` is a participation. The bonus of a
-- right answer is one too, with a pseudonym, a reward and a voucher of its own.
alter table inaam.participant
  -- Which participation of its number it is; of a bonus without meaning.
  add column claim integer not null default 1,
  -- Of a bonus: the participation whose question was answered right.
  add column bonus_of bytea;
alter table inaam.participant
  drop constraint if exists participant_promise_check,
  drop constraint if exists participant_check1,
  add constraint participant_claim_from_one check (claim >= 1) not valid,
  add constraint participant_promise_check
    check (promise in ('chance', 'fixed', 'reserve', 'bonus', 'none')) not valid,
  add constraint participant_pool_of_promise
    check ((promise in ('fixed', 'reserve', 'bonus')) = (promised_pool is not null)) not valid,
  add constraint participant_bonus_of_promise
    check ((promise = 'bonus') = (bonus_of is not null)) not valid,
  add constraint participant_bonus_of_fkey
    foreign key (campaign, bonus_of) references inaam.participant not valid;
alter table inaam.budget
  drop constraint if exists budget_kind_check,
  add constraint budget_kind_check check (kind in ('chance', 'reserve', 'fixed', 'bonus')) not valid;
alter table inaam.reward
  drop constraint if exists reward_kind_check,
  add constraint reward_kind_check check (kind in ('fixed', 'chance', 'reserve', 'bonus')) not valid;
alter table inaam.ledger
  drop constraint if exists ledger_kind_check,
  add constraint ledger_kind_check
    check (kind in ('verified', 'granted', 'amended', 'bonus')) not valid;
-- functions: 13258932a40177a7
