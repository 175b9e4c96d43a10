-- 000034 replaces it. No program names it.
alter table inaam.sms_receipt drop constraint sms_receipt_campaign_path_reference_outcome_key;
