-- Who came, what they answered to the privacy notice, and who they are.

-- For statistics: written later in batches, and no decision reads it.
create table inaam.visit (
  campaign text not null,
  user_key text not null,
  at timestamptz not null,
  query jsonb not null,
  ip_info jsonb,
  -- The language of the page.
  language text,
  -- The transaction that inserted the row, by which it is counted for the console's figures
  -- (docs/decisions/README.md#0037-figures-as-they-happen).
  written xid8 default pg_current_xact_id()
);
create index visit_by_time on inaam.visit (campaign, at);
create index visit_by_transaction on inaam.visit (written) where written is not null;
-- The first visit of a device says where it comes from.
create index visit_by_device on inaam.visit (campaign, user_key, at);

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
create index consent_by_age on inaam.consent (at);

-- Verified numbers, and what each was promised at the verification
-- (docs/decisions/README.md#0022-bound-at-the-verification). `state` is the state of the first
-- verification; it selects the law for the reward. The promise is a draw number, a place in a pool
-- of the budget, or nothing. A number may take part several times: each row is a participation.
create table inaam.participation (
  campaign text not null,
  pseudonym bytea not null check (octet_length(pseudonym) = 16),
  mobile_index bytea not null check (octet_length(mobile_index) = 32),
  state text not null,
  verified_at timestamptz not null,
  details_t bigint not null default 0,
  promise text not null default 'none'
    check (promise in ('chance', 'fixed', 'reserve', 'none')),
  draw_number bigint check (draw_number >= 0),
  promised_pool text,
  -- Which participation of its number it is.
  claim integer not null default 1 constraint participation_claim_from_one check (claim >= 1),
  -- Something after the reward waits for an answer, so the number may come in again. Of a plugin.
  is_asked boolean not null default false,
  primary key (campaign, pseudonym),
  foreign key (campaign, promised_pool) references inaam.budget,
  check ((promise = 'chance') = (draw_number is not null)),
  constraint participation_pool_of_promise
    check ((promise in ('fixed', 'reserve')) = (promised_pool is not null))
);
-- Both have a condition, even where it is always true, so that only a look-up that implies it can
-- use the index. If a vacuum has recorded a table as empty, all its indexes that begin with the
-- campaign cost the same and the newest one wins: a look-up by pseudonym would read all draw
-- numbers.
create unique index one_participation_per_draw_number on inaam.participation (campaign, draw_number)
  where draw_number is not null;
create unique index one_participation_per_claim on inaam.participation (campaign, mobile_index, claim)
  where mobile_index is not null;

-- Who a participant is, apart from what the books need: erasure deletes this row.
create table inaam.personal_data (
  campaign text not null,
  pseudonym bytea not null,
  mobile_sealed bytea not null,
  name_sealed bytea not null,
  details_sealed bytea,
  created_at timestamptz not null default now(),
  primary key (campaign, pseudonym),
  foreign key (campaign, pseudonym) references inaam.participation
);
create index personal_data_by_age on inaam.personal_data (created_at);

-- Sessions.
create table inaam.token (
  campaign text not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  pseudonym bytea not null,
  user_key text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  number bigint generated always as identity,
  -- From which network it was opened: 16 bytes of a keyed hash, never the address.
  network bytea,
  primary key (campaign, token_hash),
  foreign key (campaign, pseudonym) references inaam.participation
);
create index token_by_age on inaam.token (expires_at);
-- Also of revoked ones: each names a device.
create index token_by_participation on inaam.token (pseudonym, number);

-- Withdrawal of consent and erasure, by the person and by an operator
-- (docs/decisions/README.md#0024-erasure-by-the-person). What stays has no name and no number in it: the
-- keyed index, the state and the reward, so that the number cannot claim twice and the ledger still
-- verifies; the limits, so that erasure does not reset them.

-- Who withdrew while a voucher was owed: erased once it is sent.
create table inaam.withdrawal (
  campaign text not null,
  pseudonym bytea not null,
  at timestamptz not null,
  primary key (campaign, pseudonym),
  foreign key (campaign, pseudonym) references inaam.participation
);

-- What a proof (the hash of a token or of a code) was answered, for a call whose answer was lost.
-- The token and the code are gone: nothing leads from here to a number.
create table inaam.erasure_receipt (
  campaign text not null,
  proof bytea not null check (octet_length(proof) = 32),
  erased text not null check (erased in ('now', 'afterVoucher')),
  at timestamptz not null,
  primary key (campaign, proof)
);
create index erasure_receipt_by_age on inaam.erasure_receipt (at);

alter table inaam.consent alter column campaign set (n_distinct = 1);
alter table inaam.participation alter column campaign set (n_distinct = 1);
alter table inaam.personal_data alter column campaign set (n_distinct = 1);
alter table inaam.token alter column campaign set (n_distinct = 1);
alter table inaam.visit alter column campaign set (n_distinct = 1);
