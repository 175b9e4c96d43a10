-- From when on people are alerted about a campaign. No row: as by default.
create table inaam.alert_threshold (
  campaign text primary key,
  -- One more with each change, so that nobody overwrites what they have not seen.
  version integer not null,
  -- By name; null: as by default.
  thresholds jsonb
);
