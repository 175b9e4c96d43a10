-- The question after a reward: asked once, and answered once.
create table inaam.question (
  campaign text not null,
  -- Of the participation whose reward it follows.
  pseudonym bytea not null,
  -- Its place in the campaign's list.
  question integer not null,
  -- What a right answer adds.
  amount integer not null,
  pool text not null,
  asked_at timestamptz not null,
  answer integer,
  is_right boolean,
  answered_at timestamptz,
  primary key (campaign, pseudonym),
  foreign key (campaign, pseudonym) references inaam.participation,
  foreign key (campaign, pool) references inaam.budget,
  check (question between 0 and 255),
  check (pool = 'bonus:' || amount::text),
  check (answer between 0 and 3),
  check ((is_right is null) = (answered_at is null)),
  -- A question that is closed without an answer is not right.
  check (case when answer is null then is_right is not true else is_right is not null end)
);
create index question_by_wait on inaam.question (campaign, asked_at) where answered_at is null;
