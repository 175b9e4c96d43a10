-- What one manager asks to correct in a running campaign. Nobody may change a row.
create table inaam.correction (
  campaign text not null,
  number integer not null,
  at timestamptz not null,
  -- The account. Another one approves.
  author text not null,
  proposed_by text not null,
  -- What is wrong, for the approver.
  comment text not null,
  -- Each as {file, path, before, after}.
  edits jsonb not null,
  primary key (campaign, number),
  unique (campaign, number, author),
  check (number > 0),
  check (jsonb_typeof(edits) = 'array' and jsonb_array_length(edits) > 0)
);

-- One at most, and it stays: its absence means that somebody is waited for.
create table inaam.correction_decision (
  campaign text not null,
  number integer not null,
  author text not null,
  decision text not null,
  decider text not null,
  decided_by text not null,
  at timestamptz not null,
  reason text not null,
  primary key (campaign, number),
  foreign key (campaign, number, author) references inaam.correction (campaign, number, author),
  constraint correction_decision_known check (decision in ('approved', 'declined', 'withdrawn')),
  -- The author withdraws, and anybody else approves or declines.
  constraint correction_decision_by_another check ((decision = 'withdrawn') = (decider = author))
);

-- What shoppers could read, from when on. The notice has the hash that consents store.
create table inaam.published_document (
  campaign text not null,
  kind text not null,
  language text not null,
  from_at timestamptz not null,
  sha256 text not null,
  content text not null,
  primary key (campaign, kind, language, from_at),
  constraint published_document_known check (kind in ('terms', 'notice')),
  check (sha256 = encode(sha256(convert_to(content, 'UTF8')), 'hex'))
);
