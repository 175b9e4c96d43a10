-- Each `serve` says every few seconds that it goes on, and whether it reaches the draw, so that the
-- console's first page can say so. What `deliver` says is in `worker`.
create table inaam.site_process (
  campaign text not null,
  id text not null,
  beat_at timestamptz not null,
  draw text not null,
  primary key (campaign, id),
  check (draw in ('up', 'down', 'refused', 'stopped'))
);
