-- The keyed index of a code's last characters, by which support finds who got it. Codes that were
-- loaded before have none: they are found by the whole code.
alter table inaam.voucher add column end_index bytea;
