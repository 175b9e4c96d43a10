-- The constraint's index held the codes in stock as well, under a pseudonym of null, and the planner
-- read and sorted all of them to find the first free code.
alter table inaam.voucher drop constraint voucher_campaign_pseudonym_key;
create unique index one_voucher_per_reward on inaam.voucher (campaign, pseudonym)
  where pseudonym is not null;
