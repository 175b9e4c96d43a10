-- Each account that has saved a version since the last approved or discarded one: lines of each may
-- be in it. Stored, because old versions are deleted.
alter table inaam.campaign_draft add column authors text[] not null default '{}';
update inaam.campaign_draft as this set authors = array(
  select distinct earlier.author from inaam.campaign_draft as earlier
  where earlier.campaign = this.campaign and earlier.version <= this.version
    and earlier.author is distinct from this.approver
);
alter table inaam.campaign_draft alter column authors drop default,
  add check (approver <> all (authors));
-- functions: 58f80b40684ac019
