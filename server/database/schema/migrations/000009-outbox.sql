-- The message is the job: `deliver` takes the owed messages that are due, codes before vouchers.
alter table inaam.message
  -- When to try it next; `infinity`: held by the review. While it is being sent, it equals
  -- `leased_until`, after which another process may take it.
  add column due_at timestamptz not null default now(),
  -- Among codes that are due, those of a lower number are sent first.
  add column priority integer not null default 0,
  add column leased_until timestamptz,
  -- Tries since it was last owed, put off or brought forward.
  add column attempts integer not null default 0;
