-- By which a program notices that it has another secret than the campaign began with. `value` is a
-- keyed one-way value of the secret; `seals`: something may be sealed with this key of a ring, so
-- that no program may be without it.
create table inaam.secret_check (
  campaign text not null,
  variable text not null,
  key integer not null,
  value bytea not null,
  seals boolean not null,
  primary key (campaign, variable, key),
  check (octet_length(value) = 32)
);
