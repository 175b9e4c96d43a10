-- The messages themselves are leased.
drop schema if exists graphile_worker cascade;
drop function if exists inaam.task_id(text);
drop function if exists inaam.lock_code_facts(text, text[], bytea[]);
alter table inaam.review_hold drop column if exists has_job;
-- functions: a5b8e786d84eae55
