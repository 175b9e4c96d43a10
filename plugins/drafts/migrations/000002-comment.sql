-- For whoever approves: what was changed, and why.
alter table inaam.campaign_draft add column comment text;
