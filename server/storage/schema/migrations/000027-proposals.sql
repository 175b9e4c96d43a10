-- What one approver proposes and another confirms (docs/decisions/0034). `statement` is what both
-- sign: a row that somebody else writes has no valid signature.

create table inaam.proposal (
  campaign text not null references inaam.commitment,
  number bigint generated always as identity,
  statement text not null,
  reason text not null check (reason <> ''),
  at timestamptz not null,
  proposed_by text not null,
  signature text not null,
  primary key (campaign, number),
  unique (campaign, statement)
);
create trigger proposal_is_append_only before update or delete or truncate on inaam.proposal
  for each statement execute function inaam.refuse_any_change();

-- Written with what it executes, in the same transaction: its key lets that happen once.
create table inaam.proposal_end (
  campaign text not null,
  number bigint not null,
  result text not null check (result in ('executed', 'refused')),
  at timestamptz not null,
  ended_by text not null,
  signature text,
  primary key (campaign, number),
  foreign key (campaign, number) references inaam.proposal,
  check ((result = 'executed') = (signature is not null))
);
create trigger proposal_end_is_append_only before update or delete or truncate on inaam.proposal_end
  for each statement execute function inaam.refuse_any_change();
