-- How many codes of a batch are left, and until when.
create index concurrently voucher_left_of_batch on inaam.voucher (batch, expires_on)
  where pseudonym is null and withdrawn_at is null;
