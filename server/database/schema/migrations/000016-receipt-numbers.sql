-- The keyed index of the number that a receipt names, for messages whose answer gave no reference.
alter table inaam.sms_receipt add column mobile_index bytea;
