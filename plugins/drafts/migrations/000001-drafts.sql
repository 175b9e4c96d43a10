-- A campaign as it is edited in the console before its commitment. Each save is a new version, so
-- that nobody overwrites what somebody else has saved in the meantime. The last ones are kept.
create table inaam.campaign_draft (
  campaign text not null,
  version integer not null,
  at timestamptz not null,
  saved_by text not null,
  -- The account. Another one approves.
  author text not null,
  kind text not null,
  -- Content by the name in the campaign's folder, of changed files only.
  files jsonb not null,
  -- SHA-256 of the folder that the draft changes.
  base text not null,
  approved_at timestamptz,
  approved_by text,
  approver text,
  -- SHA-256 of what the approver saw: the folder with the draft. Of another one it is no approval.
  approved_content text,
  -- Each other account that has saved a version since the last approved or discarded one: lines of
  -- each may be in it. Stored, because old versions are deleted.
  authors text[] not null default '{}',
  primary key (campaign, version),
  check (version > 0),
  check (kind in ('save', 'discard')),
  check (approver <> author),
  constraint campaign_draft_approver_no_author check (approver <> all (authors)),
  check (num_nulls(approved_at, approved_by, approver, approved_content) in (0, 4))
);
