-- Each process of serve, deliver, draw and console says every few seconds that it goes on, so that
-- `status` and the checklist of a launch know what runs where, and of which version.
create table inaam.process (
  campaign text not null,
  id text not null,
  program text not null,
  version text not null,
  host text not null,
  started_at timestamptz not null,
  beat_at timestamptz not null,
  -- 'ready', or why it is not.
  state text not null,
  primary key (campaign, id),
  check (program in ('serve', 'deliver', 'draw', 'console'))
);
