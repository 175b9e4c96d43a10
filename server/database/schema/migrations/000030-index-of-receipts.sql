-- Two receipts of one id may name different numbers.
create unique index concurrently sms_receipt_once on inaam.sms_receipt
  (campaign, path, reference, outcome, mobile_indexes);
