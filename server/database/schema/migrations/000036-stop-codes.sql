-- The mobile's owner has asked, with one of its codes, that no more are sent.
alter table inaam.mobile_limits add column codes_stopped boolean not null default false;
