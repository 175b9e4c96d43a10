-- How often the shared link was opened, by hour.
create table inaam.friend_visit (
  campaign text not null,
  hour timestamptz not null,
  visits integer not null,
  primary key (campaign, hour)
);
create index friend_visit_by_age on inaam.friend_visit (hour);
