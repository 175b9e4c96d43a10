-- Statistics of a table that held one row say that every row has a campaign of its own. Until the
-- next analysis, a look-up by a whole key was then planned as one by the campaign alone, and read
-- all rows.
alter table inaam.challenge alter column campaign set (n_distinct = 1);
alter table inaam.consent alter column campaign set (n_distinct = 1);
alter table inaam.device_limits alter column campaign set (n_distinct = 1);
alter table inaam.ledger alter column campaign set (n_distinct = 1);
alter table inaam.mailbox alter column campaign set (n_distinct = 1);
alter table inaam.message alter column campaign set (n_distinct = 1);
alter table inaam.mobile_limits alter column campaign set (n_distinct = 1);
alter table inaam.participant alter column campaign set (n_distinct = 1);
alter table inaam.personal_data alter column campaign set (n_distinct = 1);
alter table inaam.review_cluster alter column campaign set (n_distinct = 1);
alter table inaam.review_hold alter column campaign set (n_distinct = 1);
alter table inaam.review_member alter column campaign set (n_distinct = 1);
alter table inaam.review_trace alter column campaign set (n_distinct = 1);
alter table inaam.reward alter column campaign set (n_distinct = 1);
alter table inaam.rollup alter column campaign set (n_distinct = 1);
alter table inaam.rollup_change alter column campaign set (n_distinct = 1);
alter table inaam.send_counter alter column campaign set (n_distinct = 1);
alter table inaam.sms_receipt alter column campaign set (n_distinct = 1);
alter table inaam.token alter column campaign set (n_distinct = 1);
alter table inaam.used_proof alter column campaign set (n_distinct = 1);
alter table inaam.visit alter column campaign set (n_distinct = 1);
alter table inaam.voucher alter column campaign set (n_distinct = 1);
alter table inaam.webhook_event alter column campaign set (n_distinct = 1);
