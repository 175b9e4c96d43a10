-- Who came, and what they answered to the privacy notice.

-- For statistics: written later in batches, and no decision reads it.
create table inaam.visit (
  campaign text not null,
  user_key text not null,
  at timestamptz not null,
  query jsonb not null,
  ip_info jsonb
);
create index visit_by_time on inaam.visit (campaign, at);

-- Each answer, with the hash of the notice's text. The one with the newest `t` (ms, of the signed
-- call) counts, so that a replayed YES cannot undo a later NO.
create table inaam.consent (
  campaign text not null,
  user_key text not null,
  t bigint not null,
  answer text not null check (answer in ('YES', 'NO')),
  notice_hash text not null,
  at timestamptz not null,
  primary key (campaign, user_key, t)
);
-- Here and below, an index for deletion by age (server/participants/retention.rules.ts) has only the time: with
-- the campaign, plans made for empty tables take it for a look-up by key.
create index consent_by_age on inaam.consent (at);
