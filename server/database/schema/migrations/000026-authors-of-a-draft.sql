-- Each other account that has saved a version since the last approved or discarded one: lines of
-- each may be in it. Stored, because old versions are deleted.
alter table inaam.campaign_draft add column authors text[] not null default '{}';
alter table inaam.campaign_draft
  add constraint campaign_draft_approver_no_author check (approver <> all (authors)) not valid;
-- functions: 58f80b40684ac019
